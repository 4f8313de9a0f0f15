import { formatLinkQuery, type LinkedTheme, type LinkedView, type LinkQuery, parseLinkQuery } from "./link-query.ts";

/** The views that can be embedded; an embed with any other view shows the first. */
export const embedViews = [
  "skills",
  "skill",
  "why",
  "compare",
  "chat",
  "report",
] as const satisfies readonly LinkedView[];
export type EmbedView = (typeof embedViews)[number];

/** The view of an embed's address; on a report's page always the report. */
export function embedViewOf(pathname: string, { view }: LinkQuery): EmbedView {
  if (pathname.startsWith("/report/")) return "report";
  return embedViews.find((known) => known === view) ?? embedViews[0];
}

/** The address of an embedded view as a whole page. The fragment is kept: the lab asks before it uses that. */
export function withoutEmbed({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">): string {
  const { embed: _, theme: __, ...query } = parseLinkQuery(search);
  return pathname + formatLinkQuery(query) + hash;
}

export interface EmbedChoice {
  readonly view: EmbedView;
  readonly theme: LinkedTheme;
}

/** A link as the address of an embed of one view, with the parts that the view shows. Changes are never included. */
export function embedAddress(link: string, { view, theme }: EmbedChoice): string {
  const { origin, pathname, search } = new URL(link);
  const { prompt, file: _, compare, ...query } = parseLinkQuery(search);
  const shown = { ...(prompt && view === "chat" && { prompt }), ...(compare && view === "compare" && { compare }) };
  return origin + pathname + formatLinkQuery({ ...query, ...shown, view, theme, embed: true });
}

/** The initial height of each view in pixels, enough to read it without much scrolling. */
export const embedHeights = {
  skills: 460,
  skill: 520,
  why: 520,
  compare: 480,
  chat: 520,
  report: 620,
} as const satisfies Readonly<Record<EmbedView, number>>;

/**
 * HTML that shows an embed, without any script of its own. The sandbox allows only what the frame needs: its scripts,
 * on its own origin, and links in new tabs; it cannot navigate the page around it.
 */
export function embedCode(
  address: string,
  { title, height }: { readonly title: string; readonly height: number },
): string {
  const attributes = {
    src: address,
    title,
    width: "100%",
    height: String(height),
    style: "border:0",
    loading: "lazy",
    sandbox: "allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox",
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${asAttribute(value)}"`);
  return `<iframe ${written.join(" ")}></iframe>`;
}

function asAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
