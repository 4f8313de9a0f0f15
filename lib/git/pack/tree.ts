import { damaged } from "#lib/git/transport/git-failure.ts";
import { toHex } from "./git-object.ts";

export type TreeEntryKind = "file" | "executable" | "link" | "folder" | "submodule";

export interface TreeEntry {
  readonly name: string;
  readonly kind: TreeEntryKind;
  readonly id: string;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The entries of a tree object. Names are taken as they stand (bytes that are no UTF-8 become U+FFFD);
 * the gate judges them. Throws `pack-damaged` for what git could not read either.
 */
export function* parseTree(tree: Uint8Array): Generator<TreeEntry, void> {
  let at = 0;
  while (at < tree.length) {
    const space = tree.indexOf(0x20, at);
    const nul = tree.indexOf(0, space);
    if (space < 0 || nul < 0 || nul + 21 > tree.length) throw damaged("a folder's list is cut short");
    const kind = entryKind(readOctal(tree, at, space));
    at = nul + 21;
    yield { name: decoder.decode(tree.subarray(space + 1, nul)), kind, id: toHex(tree.subarray(nul + 1, at)) };
  }
}

/** `NaN` for what is no number: digits come without sign and blanks. */
function readOctal(bytes: Uint8Array, start: number, end: number): number {
  let value = start < end ? 0 : Number.NaN;
  for (let at = start; at < end; at++) {
    const digit = (bytes[at] as number) - 0x30;
    value = digit >= 0 && digit < 8 ? value * 8 + digit : Number.NaN;
  }
  return value;
}

/** Old commits hold modes like 100664 and 100600; git takes every regular file as 644 or, if its owner may run it, 755. */
function entryKind(mode: number): TreeEntryKind {
  switch (mode & 0o170000) {
    case 0o040000:
      return "folder";
    case 0o100000:
      return mode & 0o100 ? "executable" : "file";
    case 0o120000:
      return "link";
    case 0o160000:
      return "submodule";
    default:
      throw damaged(`unknown mode ${mode.toString(8)}`);
  }
}
