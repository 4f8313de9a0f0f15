/**
 * Absolute POSIX paths as plain strings. `/` is the root; no other path ends in a slash. Nothing here touches files, so links play no part.
 */

/** Whether a path is absolute and `normalizePath` would not change it. `/` itself is not recognised. */
export function isNormal(path: string): boolean {
  return path.startsWith("/") && !unclean.test(path);
}

const unclean = /\/\.{0,2}(?:\/|$)/;

/** Resolves `.`, `..` and doubled slashes; `..` above the root stays at the root (as POSIX does). */
export function normalizePath(path: string): string {
  if (isNormal(path)) return path;
  const kept: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment === "..") kept.pop();
    else kept.push(segment);
  }
  return `/${kept.join("/")}`;
}

/** `path` resolved against the folder `base`; an absolute path stays as it is. */
export function resolvePath(base: string, path: string): string {
  return normalizePath(path.startsWith("/") ? path : `${base}/${path}`);
}

export function joinPath(...parts: readonly string[]): string {
  return normalizePath(parts.join("/"));
}

/** The path of the entry `name` of a folder. */
export function childPath(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}

/** The folder that `path` lies in; `/` for the root, and for a name without a folder. */
export function dirname(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/"))) || "/";
}

/** The folders that `path` lies in, the innermost first, the root last; none for the root. */
export function* foldersAbove(path: string): Generator<string, void> {
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) yield path.slice(0, end);
  if (path !== "/") yield "/";
}

export function basename(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether `path` is `folder` or lies below it, by whole segments (`/a/bc` is not inside `/a/b`). */
export function isInside(folder: string, path: string): boolean {
  return folder === "/" || path === folder || path.startsWith(`${folder}/`);
}

/** `path` as seen from `folder`, which must contain it; `""` for the folder itself. */
export function relativePath(folder: string, path: string): string {
  return folder === "/" ? path.slice(1) : path.slice(folder.length + 1);
}

/** What all of several paths, or parts of paths, begin with; it may end within a name. */
export function commonStart([first = "", ...others]: readonly string[]): string {
  let { length } = first;
  for (const other of others) {
    let same = 0;
    while (same < length && other.charCodeAt(same) === first.charCodeAt(same)) same++;
    length = same;
  }
  // Without half of a character.
  return first.slice(0, length).replace(/\p{Surrogate}$/u, "");
}

/**
 * Order of the UTF-8 bytes, which is the order of code points: Go's and Rust's string order, and what
 * most harnesses sort by. JavaScript's `<` compares UTF-16 units and misplaces characters above U+FFFF.
 */
export function compareBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xSurrogate = x >= 0xd800 && x <= 0xdfff;
    const ySurrogate = y >= 0xd800 && y <= 0xdfff;
    return xSurrogate === ySurrogate ? x - y : xSurrogate ? 1 : -1;
  }
  return a.length - b.length;
}

/**
 * How many characters (UTF-16 units) have to be added, removed, changed or swapped with the next one to turn one name into the other
 * (optimal string alignment distance); `most + 1` where it is more than `most`. Takes time in proportion to the product of `most` and the
 * shorter length: a bound, because names may come from anyone.
 */
export function editDistance(a: string, b: string, most: number): number {
  const tooMany = most + 1;
  if (Math.abs(a.length - b.length) > most) return tooMany;
  // Cells further from the diagonal are more than `most` away, so each row holds only those around it.
  const rows: number[][] = [];
  const at = (row: number, column: number) => rows[row]?.[column - row + most] ?? tooMany;
  for (let row = 0; row <= a.length; row++) {
    const cells: number[] = [];
    rows.push(cells);
    for (let column = Math.max(0, row - most); column <= Math.min(b.length, row + most); column++) {
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const edits = [
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        isSwapped ? at(row - 2, column - 2) + 1 : tooMany,
      ];
      cells[column - row + most] = row * column === 0 ? row + column : Math.min(tooMany, ...edits);
    }
  }
  return at(a.length, b.length);
}
