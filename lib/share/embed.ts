import { formatLinkQuery, type LinkedTheme, type LinkedView, type LinkQuery, parseLinkQuery } from "./link-query.ts";

/** What can be shown within somebody's page; an embed of any other view shows the first. */
export const embedViews = [
  "skills",
  "skill",
  "why",
  "compare",
  "chat",
  "report",
] as const satisfies readonly LinkedView[];
export type EmbedView = (typeof embedViews)[number];

/** Which view an embed's address asks for: on a report's page the report. */
export function embedViewOf(pathname: string, { view }: LinkQuery): EmbedView {
  if (pathname.startsWith("/report/")) return "report";
  return embedViews.find((known) => known === view) ?? embedViews[0];
}

/** The address of an embedded view outside of its frame. What it carries behind its `#` goes along: the lab asks about that. */
export function withoutEmbed({ pathname, search, hash }: Pick<URL, "pathname" | "search" | "hash">): string {
  const { embed: _, theme: __, ...query } = parseLinkQuery(search);
  return pathname + formatLinkQuery(query) + hash;
}

export interface EmbedChoice {
  readonly view: EmbedView;
  readonly theme: LinkedTheme;
}

/** A link's address as an embed of one view, with what that view shows of it. Changes go along with no embed. */
export function embedAddress(link: string, { view, theme }: EmbedChoice): string {
  const { origin, pathname, search } = new URL(link);
  const { prompt, file: _, compare, ...query } = parseLinkQuery(search);
  const shown = { ...(prompt && view === "chat" && { prompt }), ...(compare && view === "compare" && { compare }) };
  return origin + pathname + formatLinkQuery({ ...query, ...shown, view, theme, embed: true });
}

/** Pixels that each view asks for at first: what it is read in without scrolling much. */
export const embedHeights = {
  skills: 460,
  skill: 520,
  why: 520,
  compare: 480,
  chat: 520,
  report: 620,
} as const satisfies Readonly<Record<EmbedView, number>>;

/**
 * HTML that shows an embed, without any script of its own. The sandbox holds what the frame needs and no more: it has its scripts, on its
 * own origin, and opens links in new tabs; it cannot lead the page around it elsewhere.
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
