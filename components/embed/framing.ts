import { isEmbedAddress } from "#lib/share/embed-address.ts";

/** The properties of a window that are read; a parent of another origin answers only `parent`. */
export interface FramedWindow {
  readonly parent: FramedWindow;
  readonly location: Pick<Location, "pathname" | "search">;
}

/** Why a page is not drawn in its frame. */
export type FramingObjection =
  /** A page that is not an embed is framed: clicks on it could be hijacked. */
  | "not-an-embed"
  /** An embed inside another embed. */
  | "within-an-embed";

/** Whether a page may be drawn in this window. Response headers keep all but embeds out of frames; this covers what they cannot see. */
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
    // The parent has another origin, so it cannot be one of our own pages.
    if (caught instanceof DOMException) return false;
    throw caught;
  }
}
