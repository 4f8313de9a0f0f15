import type { Failure } from "#lib/failure.ts";
import type { GitSource, Source } from "#lib/vfs/source.ts";
import { readCommand } from "./source-command.ts";
import { hostShorthands, repositoryHosts, sourceForms } from "./source-forms.ts";

export type ParsedSource =
  /** `note`: a sentence on what was changed to make it work. */
  | { readonly kind: "source"; readonly source: Source; readonly note?: string }
  | { readonly kind: "failure"; readonly failure: Failure };

/**
 * Reads what a person pasted: an address in any of the shapes hosts and tools write, a command, or the
 * text of a SKILL.md. The only failure is `source-unreadable`; whether the source exists is not asked.
 */
export function parseSource(text: string): ParsedSource {
  if (isSkillText(text)) return { kind: "source", source: { kind: "text", name: skillName(text) } };
  const line = firstLine(text);
  const command = readCommand(line);
  const address = readAddress(command?.address ?? line);
  if (!address) return { kind: "failure", failure: { code: "source-unreadable", text: text.trim() } };
  const { note, ...parts } = address;
  const source: GitSource = {
    kind: "git",
    ...parts,
    ...(command?.ref !== undefined && { ref: command.ref }),
    ...(command?.skill !== undefined && { skill: command.skill }),
  };
  return { kind: "source", source, ...(note !== undefined && { note }) };
}

/** Whether the text is a SKILL.md itself: frontmatter begins on its first line. */
export function isSkillText(text: string): boolean {
  return /^\s*---[ \t]*\r?\n/.test(text);
}

function skillName(text: string): string {
  return /^name:[ \t]*["']?([a-z0-9-]+)/m.exec(text)?.[1] ?? "skill";
}

/** The first line that says anything, without a shell's prompt or the quotes of a chat. */
function firstLine(text: string): string {
  const line = text.trim().split(/\r?\n/, 1)[0] ?? "";
  return line.replace(/^\$\s+/, "").replace(/^([`"'<])(.*)[`"'>]$/, "$2");
}

type Address = Omit<GitSource, "kind"> & { readonly note?: string };

const addressReaders: readonly ((text: string) => Address | undefined)[] = [
  readSsh,
  readUrl,
  readPrefixed,
  readHostPath,
  readPair,
];

function readAddress(text: string): Address | undefined {
  if (text === "" || /\s/.test(text)) return undefined;
  for (const read of addressReaders) {
    const address = read(text);
    if (address) return address;
  }
  return undefined;
}

/** `git@host:owner/repo.git`, `ssh://git@host:22/owner/repo`, `git://host/owner/repo`. */
function readSsh(text: string): Address | undefined {
  const match =
    /^(?:ssh|git|git\+ssh):\/\/(?:[^@/]+@)?([^:/]+)(?::\d+)?\/(.+)$/.exec(text) ??
    /^[\w.-]+@([\w.-]+):(.+)$/.exec(text);
  const address = match && readUrl(`https://${match[1]}/${match[2]}`);
  return address
    ? { ...address, note: "Read over https: a browser can't speak SSH or git's own protocol." }
    : undefined;
}

function readUrl(text: string): Address | undefined {
  const bare = text.replace(/^git\+(?=https?:)/, "");
  if (!/^https?:\/\//i.test(bare) || !URL.canParse(bare)) return undefined;
  const url = new URL(bare);
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  const form = sourceForms.find(({ pattern, hosts }) => pattern.test(path) && (hosts?.includes(url.host) ?? true));
  const groups = form?.pattern.exec(path)?.groups;
  if (!groups?.repository || decoded(path) === undefined) return undefined;
  const repository = groups.repository.replace(/\.git$/, "").replace(/\/+$/, "");
  const host = repositoryHosts.get(url.host) ?? url.host;
  return {
    url: `${url.protocol}//${host}/${repository}`,
    ...readTail(groups, url.hash.slice(1)),
    ...((url.username || url.password) && { note: "The user name or password in the address was left out." }),
  };
}

function readTail(groups: Readonly<Record<string, string | undefined>>, fragment: string): Partial<Address> {
  const { ref, refPath } = groups;
  if (refPath !== undefined) return { refPath: decoded(refPath) ?? refPath };
  if (ref !== undefined) return { ref: decoded(ref) ?? ref };
  // GitHub's page of a repository has parts of its own: `#readme`, `#readme-ov-file`.
  if (fragment === "" || /^readme$|-ov-file$/.test(fragment)) return {};
  return { ref: decoded(fragment) ?? fragment };
}

/** `gitlab:group/project` */
function readPrefixed(text: string): Address | undefined {
  const [, prefix = "", rest = ""] = /^(\w+):([^/].*)$/.exec(text) ?? [];
  const host = hostShorthands.get(prefix);
  return host === undefined ? undefined : readPair(rest, host);
}

/** `github.com/owner/repo`: a first name with a dot or a port is a host, as owners have neither. */
function readHostPath(text: string): Address | undefined {
  return /^[\w-]+(?:\.[\w-]+)*(?:\.[a-z]{2,}|:\d+)\/./i.test(text) ? readUrl(`https://${text}`) : undefined;
}

/** `owner/repo`, then optionally a path, `#ref` and `@skill`. */
function readPair(text: string, host = "github.com"): Address | undefined {
  const match =
    /^(?<owner>[\w-]+)\/(?<name>[\w.-]+?)(?:\.git)?(?:\/(?<path>[^#@]*))?(?:#(?<ref>[^@]+))?(?:@(?<skill>.+))?$/.exec(
      text,
    );
  const { owner, name, path, ref, skill } = match?.groups ?? {};
  if (!owner || !name || /^\.+$/.test(name)) return undefined;
  const folder = path?.replace(/\/+$/, "");
  return {
    url: `https://${host}/${owner}/${name}`,
    ...(folder && { path: folder }),
    ...(ref !== undefined && { ref }),
    ...(skill !== undefined && { skill }),
  };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // A stray % is part of an answer here, not an error.
  }
}
