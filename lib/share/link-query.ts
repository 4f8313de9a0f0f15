import { pathObjection } from "#lib/vfs/limits.ts";
import { lessonOf, type Source } from "#lib/vfs/source.ts";
import { isName, linkLimits } from "./link-rules.ts";
import { formatSourcePath, parseSourcePath } from "./source-path.ts";

/** A file to open, by path inside the source, and the lines to show (1-based, inclusive). */
export interface LinkedFile {
  readonly path: string;
  readonly line?: number;
  readonly endLine?: number;
}

/** The panel or view that a link shows first. */
export type LinkedView = (typeof views)[number];
const views = ["skills", "skill", "files", "chat", "context", "why", "compare", "report", "facts"] as const;

/** The theme that a link sets; `auto`: the person's system setting. */
export type LinkedTheme = (typeof themes)[number];
const themes = ["auto", "light", "dark"] as const;

/** The place of a source: as the project, or with its skills installed in the project or in the home folder. */
export type LinkedPlace = (typeof places)[number];
const places = ["project", "install", "home"] as const;

/** The requests of a link beside its source. */
export interface LinkQuery {
  /** Further sources to open after the first, in this order. */
  readonly also?: readonly Source[];
  /** How each source is mounted, in the order of the sources. */
  readonly as?: readonly LinkedPlace[];
  readonly profile?: string;
  /** Profiles to compare; the first is the baseline. */
  readonly compare?: readonly string[];
  /** The skill to select, by name. */
  readonly skill?: string;
  readonly file?: LinkedFile;
  /** Fills the message box; never sent by itself. */
  readonly prompt?: string;
  /** Skills to switch off. */
  readonly off?: readonly string[];
  readonly view?: LinkedView;
  readonly theme?: LinkedTheme;
  /** Shown as an embed in another site's page (`embed.ts`). */
  readonly embed?: true;
}

/** The parser of each part; `undefined` where the text is not understood. */
const parsers: { readonly [Name in keyof LinkQuery]-?: (text: string) => LinkQuery[Name] | undefined } = {
  also: (text) => parseList(text, parseAlso),
  as: (text) => parseList(text, (entry) => places.find((place) => place === entry)),
  profile: parseId,
  compare: (text) => parseList(text, parseId),
  skill: parseName,
  file: parseFile,
  prompt: parsePrompt,
  off: (text) => parseList(text, parseName),
  view: (text) => views.find((view) => view === text),
  theme: (text) => themes.find((theme) => theme === text),
  embed: (text) => (text === "1" ? true : undefined),
};

const lists: ReadonlySet<string> = new Set<keyof LinkQuery>(["also", "as", "compare", "off"]);

/**
 * Reads a query, with or without its `?`. Parts that are not understood are left out: a link made by hand should still
 * open.
 */
export function parseLinkQuery(search: string): LinkQuery {
  const query = new URLSearchParams(search);
  const read = Object.entries(parsers).map(([name, parse]) => {
    // A list may be one part or several of the same name; of anything else the first counts.
    const text = lists.has(name) ? query.getAll(name).join(",") : (query.get(name) ?? "");
    return [name, text === "" ? undefined : parse(text)] as const;
  });
  return Object.fromEntries(read.filter(([, value]) => value !== undefined));
}

/** The names of known parts that `parseLinkQuery` left out as not understood. */
export function unreadParts(search: string): readonly string[] {
  const query = new URLSearchParams(search);
  const read = parseLinkQuery(search);
  return Object.keys(parsers).filter((name) => query.has(name) && !Object.hasOwn(read, name));
}

/** The query with its `?`, in a fixed order; empty when nothing is requested. */
export function formatLinkQuery(query: LinkQuery): string {
  const { also, as, profile, compare, skill, file, prompt, off, view, theme, embed } = query;
  const values = {
    also: also && formatList(also.map((source) => formatSourcePath(source)?.slice(1) ?? "")),
    as: as && formatList(as),
    profile,
    compare: compare && formatList(compare),
    skill,
    file: file && formatFile(file),
    prompt,
    off: off && formatList(off),
    view,
    theme,
    embed: embed && "1",
  };
  const pairs = Object.entries(values).flatMap(([key, value]) => (value ? [`${key}=${encodeValue(value)}`] : []));
  return pairs.length > 0 ? `?${pairs.join("&")}` : "";
}

/** A query without the file that it shows, which makes no different link, as it changes while somebody looks around. */
export function withoutFile(search: string): string {
  const kept = search
    .replace(/^\?/, "")
    .split("&")
    .filter((part) => part !== "" && !part.startsWith("file="));
  return kept.length > 0 ? `?${kept.join("&")}` : "";
}

/** The query with this file in place of its own; without a file where none is given. */
export function withFile(search: string, file: LinkedFile | undefined): string {
  const rest = withoutFile(search);
  const shown = formatLinkQuery(file ? { file } : {});
  return rest === "" || shown === "" ? rest + shown : `${rest}&${shown.slice(1)}`;
}

function parseId(text: string): string | undefined {
  return /^[a-z0-9][a-z0-9-]{0,63}$/.test(text) ? text : undefined;
}

function parseName(text: string): string | undefined {
  return isName(text) ? text : undefined;
}

/** A source from the path of its link, without the leading slash. */
function parseAlso(text: string): Source | undefined {
  const source = parseSourcePath(`/${text}`);
  return source && lessonOf(source) === undefined ? source : undefined;
}

/** A prompt that is too long is left out whole: cut short it could ask for something else. */
function parsePrompt(text: string): string | undefined {
  return text !== "" && text.length <= linkLimits.prompt && text.isWellFormed() ? text : undefined;
}

/** `path`, `path:L3` or `path:L3-L9`. */
function parseFile(text: string): LinkedFile | undefined {
  const {
    path = "",
    from,
    to,
  } = /^(?<path>.*?)(?::L(?<from>\d{1,7})(?:-L(?<to>\d{1,7}))?)?$/su.exec(text)?.groups ?? {};
  if (pathObjection(path)) return undefined;
  const line = Number(from ?? 0);
  const endLine = Number(to ?? 0);
  return { path, ...(line > 0 && { line }), ...(line > 0 && endLine > line && { endLine }) };
}

function formatFile({ path, line, endLine }: LinkedFile): string {
  return path + (line ? `:L${line}` : "") + (line && endLine ? `-L${endLine}` : "");
}

/** Commas separate the entries; a comma inside an entry is percent-encoded. */
function parseList<Entry>(text: string, parse: (entry: string) => Entry | undefined): Entry[] | undefined {
  const entries = text
    .split(",", linkLimits.list)
    .map((entry) => parse(entry.replaceAll("%2C", ",").replaceAll("%25", "%")));
  const valid = entries.filter((entry) => entry !== undefined);
  return valid.length > 0 ? valid : undefined;
}

function formatList(entries: readonly string[]): string {
  return entries.map((entry) => entry.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

/** Encodes a value, leaving readable what a query may contain. */
function encodeValue(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:2F|3A|2C|40)/g, decodeURIComponent);
}
