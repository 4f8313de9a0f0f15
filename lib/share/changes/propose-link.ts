import { exactText } from "#lib/vfs/files.ts";
import type { GitSource } from "#lib/vfs/source.ts";

/** A form on a source's host, filled in by a link. */
export interface Proposal {
  /** The host's usual name. */
  readonly host: string;
  readonly link: string;
  /** Whether the link contains the whole patch. Otherwise the person pastes it. */
  readonly holdsPatch: boolean;
}

interface Host {
  readonly origin: string;
  readonly name: string;
  /** The path of the form for a new issue, after the repository's address. */
  readonly issue: string;
  /** The form's query parameters for title and text. */
  readonly fields: readonly [title: string, text: string];
  /**
   * The path of the host's editor for a file of a branch, which creates a fork and a pull request for people without
   * write access.
   */
  readonly editor: string;
}

const hosts: readonly Host[] = [
  {
    origin: "https://github.com/",
    name: "GitHub",
    issue: "/issues/new",
    fields: ["title", "body"],
    editor: "/edit/",
  },
  {
    origin: "https://gitlab.com/",
    name: "GitLab",
    issue: "/-/issues/new",
    fields: ["issue[title]", "issue[description]"],
    editor: "/-/edit/",
  },
  {
    origin: "https://codeberg.org/",
    name: "Codeberg",
    issue: "/issues/new",
    fields: ["title", "body"],
    editor: "/_edit/",
  },
];

/** The longest address in characters. GitHub's and Codeberg's servers refuse a request line of more than 8 KB. */
export const longestAddress = 8000;

/**
 * A form for a new issue at the source's host with the patch in it, where that is text and fits into an address;
 * `undefined` for a host whose form is unknown.
 * @param commit the commit for which the patch is made
 */
export function issueProposal(
  source: GitSource,
  { title, commit, patch }: { readonly title: string; readonly commit: string | undefined; readonly patch: Uint8Array },
): Proposal | undefined {
  const host = hostOf(source);
  if (!host) return undefined;
  const { name, issue, fields } = host;
  const linkWith = (body: string) => {
    const query = [title, body].map((text, index) => `${fields[index]}=${encodeURIComponent(text.toWellFormed())}`);
    return `${source.url}${issue}?${query.join("&")}`;
  };
  const made = `This patch${commit === undefined ? "" : ` is for commit ${commit} and`} can be applied with \`git apply\`.`;
  const text = patch.length > longestAddress ? undefined : exactText(patch);
  const whole = text === undefined ? undefined : linkWith(`${made}\n\n${fenced(text)}\n`);
  if (whole !== undefined && whole.length <= longestAddress) return { host: name, link: whole, holdsPatch: true };
  return { host: name, link: linkWith(`${made}\n\n(paste or attach the patch here)\n`), holdsPatch: false };
}

/**
 * The host's own editor for one file, which leads to a pull request; `undefined` where the host's editor or the branch
 * is unknown. `path`: in the repository.
 */
export function editorLink(source: GitSource, branch: string | undefined, path: string): Proposal | undefined {
  const host = hostOf(source);
  if (!host || branch === undefined) return undefined;
  const place = [branch, path].map((text) => text.split("/").map(encodeURIComponent).join("/")).join("/");
  const link = `${source.url}${host.editor}${place}`;
  return link.length <= longestAddress ? { host: host.name, link, holdsPatch: false } : undefined;
}

function hostOf({ url }: GitSource): Host | undefined {
  return hosts.find(({ origin }) => url.startsWith(origin));
}

/** Puts a text in a fence that is longer than any fence within it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}diff\n${text}${fence}`;
}
