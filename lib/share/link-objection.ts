import { pathObjection } from "#lib/vfs/path-rules.ts";
import { parseLink } from "./link.ts";
import { isRefName, isSampleId, linkLimits } from "./link-rules.ts";

/** Why an address opens nothing, as a clause after "because"; `undefined` when it is a link. Never throws. */
export function linkObjection(pathname: string, search: string): string | undefined {
  if (parseLink(pathname, search)) return undefined;
  if (pathname.length > linkLimits.path) return `it is longer than ${linkLimits.path.toLocaleString("en")} characters`;
  if (search.length > linkLimits.query) return "what stands behind its question mark is too long";
  const [, form = "", ...segments] = pathname.replace(/\/$/, "").split("/");
  const names = segments.map(decoded);
  if (!names.every((name) => name !== undefined)) return "a percent sign in it begins no whole character";
  if (form === "try") return sampleObjection(names);
  if (form === "git") return anyHostObjection(segments[0] ?? "", names);
  if (["gh", "cb", "bb", "gl"].includes(form)) return knownHostObjection(form, names);
  return "it begins with none of /gh, /gl, /cb, /bb, /git, /try and /local";
}

function sampleObjection([name = "", ...more]: readonly string[]): string {
  if (isSampleId(name) && more.length > 0) return "a sample's name is all that may follow /try";
  return "after /try it takes the name of a sample, of small letters, digits and hyphens";
}

function anyHostObjection(first: string, [, ...rest]: readonly string[]): string {
  const at = first.indexOf("@");
  const ref = at === -1 ? undefined : decoded(first.slice(at + 1));
  return (
    placeObjection(ref, rest) ??
    "after /git it takes the percent-encoded https address of a repository, without user name, query, .git or slash at its end"
  );
}

function knownHostObjection(form: string, names: readonly string[]): string {
  if (names.length < 2) return `it names no repository: after /${form} it takes an owner and a repository`;
  const nested = form === "gl";
  const last = nested ? names.findIndex((name) => name === "-" || name.includes("@")) : 1;
  const length = last === -1 ? names.length : names[last] === "-" ? last : last + 1;
  const [repository = "", ...ref] = (names[length - 1] ?? "").split("@");
  const wrong = [...names.slice(0, length - 1), repository].find(
    (name) => !/^[\w.-]+$/.test(name) || /^(?:-|\.\.?)$/.test(name),
  );
  if (wrong !== undefined)
    return wrong === "" ? "a name in it is empty" : `“${wrong}” cannot be the name of an owner or a repository`;
  const rest = names.slice(nested && names[length] === "-" ? length + 1 : length);
  return placeObjection(ref.length > 0 ? ref.join("@") : undefined, rest) ?? "it names no repository";
}

/** What is wrong with the branch, tag or commit, or else with the path behind it. */
function placeObjection(at: string | undefined, rest: readonly string[]): string | undefined {
  const ref = at?.replaceAll(":", "/");
  if (ref === "") return "no branch, tag or commit stands behind its @";
  if (ref === "~" && rest.length === 0) return "no branch, tag or commit stands behind its @~";
  if (ref !== undefined && ref !== "~" && !isRefName(ref)) return `“${ref}” cannot be a branch, tag or commit`;
  const objection = rest.length > 0 ? pathObjection(rest.join("/")) : undefined;
  return objection && `its path is not accepted, because ${objection}`;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
