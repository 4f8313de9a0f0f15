/**
 * Limits of one mount. A hostile tree can name 10^10 files in a kilobyte (measured: 2.6 GB and counting), so every reader counts against
 * these limits while it walks, before it keeps anything.
 */
export const mountLimits = {
  files: 20_000,
  /** Bytes of all files together. */
  bytes: 100 * 1024 * 1024,
  /** Bytes of one file. */
  fileBytes: 25 * 1024 * 1024,
  /** Number of folders above a file. */
  depth: 64,
  /** Length of a whole path in UTF-16 units. */
  pathLength: 1024,
  /** UTF-8 bytes of one name: the limit of common disks. */
  nameBytes: 255,
} as const;

/**
 * Characters that are invisible or change the direction of the text around them: a name that contains one looks like another name.
 * Variation selectors, which choose between the text and picture form of a character, are no disguise.
 */
const hiddenCharacters = /(?![\ufe0e\ufe0f])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;

/** Characters that HFS+ ignores when it compares names (git's `is_hfs_dotgit`). */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** `.git`, and the names that NTFS opens as `.git`: with trailing dots and blanks, the short name, a stream. */
const gitFolder = /^(?:\.git|git~1)[ .]*(?::.*)?$/i;

/**
 * Why `path` (relative) cannot be part of a mount, as a clause after "because"; `undefined` when it can. Names that only some disk refuses
 * (`CON`, `a:b`) are accepted: nothing here is written to a disk.
 * @param from index at which the first name begins that was not yet checked as part of another path
 */
export function pathObjection(path: string, from = 0): string | undefined {
  const added = path.slice(from);
  if (added.includes("\\")) return "it holds a backslash";
  if (!isPlain(added)) {
    if (/\p{Cc}/u.test(added)) return "it holds a control character";
    if (added.includes("\ufffd") || !added.isWellFormed()) return "it is not valid UTF-8";
  }
  if (path.length > mountLimits.pathLength) return `it is longer than ${mountLimits.pathLength} characters`;
  for (const name of added.split("/")) {
    const objection = nameObjection(name);
    if (objection) return objection;
  }
  return undefined;
}

function nameObjection(name: string): string | undefined {
  if (name === "") return "a name in it is empty";
  if (name === "." || name === "..") return `it holds the name "${name}"`;
  if (isGitFolder(name)) return "it leads into a .git folder";
  if (isLongerThan(name, mountLimits.nameBytes)) return `a name in it is longer than ${mountLimits.nameBytes} bytes`;
  return undefined;
}

function isGitFolder(name: string): boolean {
  return /g/i.test(name) && gitFolder.test(name.replaceAll(ignoredByHfs, ""));
}

/** Whether a path looks different from how it is spelled: it has invisible, tag or direction characters. */
export function hasHiddenCharacters(path: string): boolean {
  return !isPlain(path) && hiddenCharacters.test(path);
}

/**
 * Whether a path is printable ASCII, as nearly all are. Testing the Unicode properties of each character is too slow for tens of thousands
 * of paths.
 */
export function isPlain(path: string): boolean {
  return /^[ -~]*$/.test(path);
}

function isLongerThan(name: string, bytes: number): boolean {
  // A UTF-16 unit takes at most three bytes of UTF-8.
  return name.length * 3 > bytes && new TextEncoder().encode(name).length > bytes;
}
