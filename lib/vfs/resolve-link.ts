import { maxLinks } from "./files.ts";

/** The two questions that following links asks of one tree. Paths are absolute within that tree. */
export interface LinkTree {
  /** What the link at `path` says, or `undefined` when no link stands there. The parents of `path` hold no links. */
  targetOf(path: string): string | undefined;
  /** Where an absolute target lies in this tree; `undefined` when it points out of it. */
  placeOf(target: string): string | undefined;
}

/** What becomes of a link in the last segment: reading follows it, `lstat` and `unlink` keep it. */
export type LastLink = "follow" | "keep";

/**
 * `path` with its links followed as the kernel does it: segment by segment, so that `..` counts from
 * where a link led. `undefined` when a link leaves the tree or the chain exceeds `maxLinks`, which is
 * how a circle ends. Whether anything stands at the result is not looked at.
 */
export function resolveLinks(path: string, tree: LinkTree, last: LastLink = "follow"): string | undefined {
  const ahead = path.split("/").reverse();
  let reached = "";
  let links = 0;
  while (ahead.length > 0) {
    const segment = ahead.pop();
    if (!segment || segment === ".") continue;
    if (segment === "..") {
      if (reached === "") return undefined;
      reached = reached.slice(0, reached.lastIndexOf("/"));
      continue;
    }
    const next = `${reached}/${segment}`;
    const target = last === "keep" && ahead.length === 0 ? undefined : tree.targetOf(next);
    if (target === undefined) {
      reached = next;
      continue;
    }
    const absolute = target.startsWith("/");
    const route = absolute ? tree.placeOf(target) : target;
    if (route === undefined || ++links > maxLinks) return undefined;
    if (absolute) reached = "";
    ahead.push(...route.split("/").reverse());
  }
  return reached || "/";
}
