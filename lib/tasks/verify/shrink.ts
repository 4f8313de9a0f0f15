import type { Tree } from "./tree.ts";

/** Whether a tree still shows the difference. Each call may run a program. */
export type IsShown = (tree: Tree) => Promise<boolean>;

/**
 * The smallest tree found that still shows it, after at most `most` calls. Removes whole parts first (files, calls, the line), then lines
 * of the files, then words of these lines: by halves, quarters and so on, as in delta debugging (Zeller and Hildebrandt, 2002).
 */
export async function shrinkTree(tree: Tree, isShown: IsShown, most: number): Promise<Tree> {
  let left = most;
  let best = tree;
  const keep = async (smaller: Tree) => {
    if (left <= 0 || JSON.stringify(smaller) === JSON.stringify(best)) return false;
    left--;
    if (!(await isShown(smaller))) return false;
    best = smaller;
    return true;
  };
  for (let size = Number.POSITIVE_INFINITY; sizeOf(best) < size && left > 0; ) {
    size = sizeOf(best);
    await withoutParts(best, keep);
    for (const path of Object.keys(best.files)) {
      await withFewest((best.files[path] ?? "").split("\n"), (lines) => keep(withFile(best, path, lines.join("\n"))));
    }
    for (const path of Object.keys(best.files)) {
      const words = (best.files[path] ?? "").split(/(?<=\s)(?=\S)/);
      if (words.length > 1) await withFewest(words, (fewer) => keep(withFile(best, path, fewer.join(""))));
    }
  }
  return best;
}

type Keep = (smaller: Tree) => Promise<boolean>;

async function withoutParts(tree: Tree, keep: Keep): Promise<void> {
  let now = tree;
  const keepNow = async (smaller: Tree) => {
    if (!(await keep(smaller))) return false;
    now = smaller;
    return true;
  };
  await withFewest(Object.entries(tree.files), (files) => keepNow({ ...now, files: Object.fromEntries(files) }));
  await withFewest(Object.entries(tree.links ?? {}), (links) => keepNow({ ...now, links: Object.fromEntries(links) }));
  await withFewest(tree.calls ?? [], (calls) => keepNow({ ...now, calls }));
  await withFewest(tree.reads ?? [], (reads) => keepNow({ ...now, reads }));
  for (const part of ["line", "cwd", "model"] as const) {
    const { [part]: gone, ...rest } = now;
    if (gone !== undefined) await keepNow(rest);
  }
}

/** Tries fewer and fewer of the items; `keep` tells whether they still suffice. */
async function withFewest<Item>(
  items: readonly Item[],
  keep: (fewer: readonly Item[]) => Promise<boolean>,
): Promise<void> {
  let kept = items;
  for (let size = Math.ceil(kept.length / 2); kept.length > 0; ) {
    let isSmaller = false;
    for (let at = 0; at < kept.length; ) {
      const fewer = [...kept.slice(0, at), ...kept.slice(at + size)];
      if (await keep(fewer)) {
        kept = fewer;
        isSmaller = true;
      } else at += size;
    }
    if (size === 1 && !isSmaller) return;
    size = size === 1 ? 1 : Math.ceil(size / 2);
  }
}

function withFile(tree: Tree, path: string, text: string): Tree {
  return { ...tree, files: { ...tree.files, [path]: text } };
}

/** Characters of all its content. */
function sizeOf(tree: Tree): number {
  return JSON.stringify(tree).length;
}
