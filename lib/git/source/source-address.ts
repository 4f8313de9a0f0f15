import type { GitSource } from "#lib/vfs/source.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";
import { hostShorthands, repositoryHosts, type SourceForm, sourceForms, unguessedHosts } from "./source-forms.ts";

/** A source as an address names it. `note`: a sentence on what was changed or left out to make it work. */
export type SourceAddress = Omit<GitSource, "kind"> & { readonly note?: string };

const readers: readonly ((text: string) => SourceAddress | undefined)[] = [
  readSsh,
  readUrl,
  readPrefixed,
  readHostPath,
  readPair,
];

/** Reads one word as the address of a repository, or of a place in one; `undefined` when it is none. */
export function readAddress(text: string): SourceAddress | undefined {
  if (text === "" || /\s/.test(text)) return undefined;
  for (const read of readers) {
    const address = read(text);
    if (address) return address;
  }
  return undefined;
}

/** `git@host:owner/repo.git`, `ssh://git@host:22/owner/repo`, `git://host/owner/repo`. */
function readSsh(text: string): SourceAddress | undefined {
  const match =
    /^(?:ssh|git|git\+ssh):\/\/(?:[^@/]+@)?([^:/]+)(?::\d+)?\/(.+)$/.exec(text) ??
    /^[\w.-]+@([\w.-]+):(.+)$/.exec(text);
  const address = match && readUrl(`https://${match[1]}/${match[2]}`);
  return address
    ? { ...address, note: "Read over https: a browser can't speak SSH or git's own protocol." }
    : undefined;
}

function readUrl(text: string): SourceAddress | undefined {
  const url = URL.parse(text.replace(/^git\+(?=https?:)/, ""));
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const path = url.pathname.replace(/^\/+|\/+$/g, "");
  const host = repositoryHosts.get(url.host) ?? url.host;
  const form = sourceForms.find(({ pattern, hosts }) => pattern.test(path) && (hosts?.some(isThisHost) ?? true));
  const groups = form?.pattern.exec(path)?.groups;
  if (!form || !groups?.repository || uriDecoded(path) === undefined) return undefined;
  if (form.isGuess && (unguessedHosts.has(host) || isLooseFile(path))) return undefined;
  const { repository, skill = askedSkill(groups.skill) } = splitSkill(groups.repository);
  const credentials = (url.username || url.password) && "The user name or password in the address was left out.";
  const { note, ...tail } = readTail(form, groups, url);
  const said = credentials || note;
  return {
    url: `${url.protocol}//${form.keptAt ?? host}/${repository}`,
    ...tail,
    ...skill,
    ...(said && { note: said }),
  };

  function isThisHost(one: string): boolean {
    return one === url?.host || one === host;
  }
}

/** Whether the path has the extension of a downloadable file, which no repository's name has. */
export function isLooseFile(path: string): boolean {
  return /\.(?:zip|skill|tar|tgz|tar\.gz|md)$/i.test(path);
}

/** `acme/skills.git@pdf`: the ending `.git`, and the skill asked for. */
function splitSkill(text: string): { readonly repository: string; readonly skill?: { readonly skill?: string } } {
  const [, name = text, skill] = /^(.+?[^/])@([^@/]+)$/.exec(text) ?? [];
  const repository = name.replace(/\.git$/, "").replace(/\/+$/, "");
  return { repository, ...(skill && { skill: askedSkill(skill) }) };
}

function askedSkill(name: string | undefined): { readonly skill?: string } {
  return name === undefined ? {} : { skill: uriDecoded(name) ?? name };
}

type Groups = Readonly<Record<string, string | undefined>>;

type AddressTail = Pick<SourceAddress, "ref" | "refPath" | "path" | "note">;

function readTail(form: SourceForm, groups: Groups, url: URL): AddressTail {
  const { ref, refPath, path } = groups;
  const full = (text: string) => (form.fullRef ?? refType(url)).replace("*", () => uriDecoded(text) ?? text);
  if (refPath !== undefined) return { refPath: full(refPath) };
  if (ref !== undefined) return { ref: full(ref) };
  if (path !== undefined) return { path: uriDecoded(path) ?? path };
  return form.isPage ? {} : readFragment(url);
}

/** GitLab says in the query whether a branch or a tag of the same name is meant; without it git takes the branch. */
function refType(url: URL): string {
  return url.searchParams.get("ref_type") === "tags" ? "refs/tags/*" : "*";
}

/**
 * Tools write a ref after `#`. Browsers write the current heading there, and a page of a repository has many: so in a
 * page's address only a fragment that looks like a ref counts as one.
 */
function readFragment({ hash, pathname }: URL): { readonly ref?: string; readonly note?: string } {
  const fragment = uriDecoded(hash.slice(1)) ?? hash.slice(1);
  if (fragment === "" || /^readme$|-ov-file$/.test(fragment)) return {};
  const isRef = pathname.endsWith(".git") || /[\d/]|^(?:main|master|trunk|dev|develop|next|stable)$/.test(fragment);
  return isRef
    ? { ref: fragment }
    : { note: `“#${fragment}” was taken for a heading of the page; write owner/repo#${fragment} for a branch or tag.` };
}

/** `gitlab:group/project` */
function readPrefixed(text: string): SourceAddress | undefined {
  const [, prefix = "", rest = ""] = /^(\w+):([^/].*)$/.exec(text) ?? [];
  const shorthand = hostShorthands.get(prefix);
  return shorthand && (shorthand.whole ? readWhole(rest, shorthand.host) : readPair(rest, shorthand.host));
}

/** Any number of names that all belong to the repository, then optionally `#ref` and `@skill`. */
function readWhole(text: string, host: string): SourceAddress | undefined {
  const [, path = "", ref, skill] = /^([^#@]+)(?:#([^@]+))?(?:@([^#]+))?$/.exec(text) ?? [];
  const address = readUrl(`https://${host}/${path}`);
  return address && { ...address, ...(ref && { ref }), ...(skill && { skill }) };
}

/** `github.com/owner/repo`: a first name with a dot or a port is a host, as owners have neither. */
function readHostPath(text: string): SourceAddress | undefined {
  return /^[\w-]+(?:\.[\w-]+)*(?:\.[a-z]{2,}|:\d+)\/./i.test(text) ? readUrl(`https://${text}`) : undefined;
}

/** `owner/repo`, then optionally a path, `#ref` and `@skill` in either order. A folder's name may begin with `@`. */
function readPair(text: string, host = "github.com"): SourceAddress | undefined {
  const match =
    /^(?<owner>[\w-]+)\/(?<name>[\w.-]+?)(?:\.git)?(?:\/(?<path>(?:[^#@]|(?<=\/)@)*))?(?:#(?<ref>[^@]+))?(?:@(?<skill>[^#]+))?(?:#(?<last>.+))?$/.exec(
      text,
    );
  const { owner, name, path, skill, last } = match?.groups ?? {};
  if (!owner || !name || /^\.+$/.test(name)) return undefined;
  const folder = path?.replace(/\/+$/, "");
  const ref = match?.groups?.ref ?? last;
  return {
    url: `https://${host}/${owner}/${name}`,
    ...(folder && { path: folder }),
    ...(ref !== undefined && { ref }),
    ...(skill !== undefined && { skill }),
  };
}
