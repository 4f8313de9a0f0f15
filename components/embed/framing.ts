import { isEmbedAddress } from "#lib/share/embed-address.ts";

/** What is asked of a window; of one above it that belongs to another origin, only `parent` answers. */
export interface FramedWindow {
  readonly parent: FramedWindow;
  readonly location: Pick<Location, "pathname" | "search">;
}

/** Why a page is not drawn where it stands. */
export type FramingObjection =
  /** Within another page, and no embed: what is on it can be clicked without being seen. */
  | "not-an-embed"
  /** An embed, and somewhere around it is another one. */
  | "within-an-embed";

/** Whether a page may be drawn in this window. Headers keep all but embeds out of frames; this is for what they do not see. */
export function framingObjection(page: FramedWindow): FramingObjection | undefined {
  if (page.parent === page) return undefined;
  if (!isEmbed(page)) return "not-an-embed";
  for (let above = page.parent; ; above = above.parent) {
    if (isEmbed(above)) return "within-an-embed";
    if (above.parent === above) return undefined;
  }
}

function isEmbed(page: FramedWindow): boolean {
  try {
    const { location } = page;
    return isEmbedAddress(location.pathname, location.search);
  } catch (caught) {
    // The parent is of another origin, so it cannot be one of our own pages.
    if (caught instanceof DOMException) return false;
    throw caught;
  }
}
