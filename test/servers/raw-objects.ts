import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";

/** A file's content, a folder, or the id of an object that exists already (or does not). */
export type RawContent = string | Uint8Array | RawTree | { readonly id: string };
export type RawEntry = readonly [mode: string, name: string | Uint8Array, content: RawContent];
/** A tree object entry by entry, in this order, with these modes and names, however wrong. */
export type RawTree = readonly RawEntry[];

const objectKinds = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;
export type RawKind = keyof typeof objectKinds;

/** An object as it is hashed: its claimed kind, and its bytes. */
export interface RawObject {
  readonly kind: RawKind;
  readonly bytes: Uint8Array;
}

/** Stores objects in a repository's folder, or in a list for a pack. Returns the object's id. */
export type ObjectSink = (object: RawObject) => string;

export function rawId({ kind, bytes }: RawObject): string {
  return createHash("sha1").update(`${kind} ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Writes loose objects into `repository` without git's checks, some of which even `git hash-object --literally` makes. */
export function looseObjects(repository: string): ObjectSink {
  return (object) => {
    const id = rawId(object);
    const file = join(repository, "objects", id.slice(0, 2), id.slice(2));
    mkdirSync(dirname(file), { recursive: true });
    const whole = Buffer.concat([Buffer.from(`${object.kind} ${object.bytes.length}\0`), object.bytes]);
    writeFileSync(file, deflateSync(whole, { level: 1 }));
    return id;
  };
}

/** Writes `tree` and everything below it, leaves first; returns its id. Equal objects are written once. */
export function writeTree(sink: ObjectSink, tree: RawTree): string {
  return writeKnown(sink, tree, new Map());
}

function writeKnown(sink: ObjectSink, content: RawContent, known: Map<RawContent, string>): string {
  const id = known.get(content) ?? writeContent(sink, content, known);
  known.set(content, id);
  return id;
}

function writeContent(sink: ObjectSink, content: RawContent, known: Map<RawContent, string>): string {
  if (typeof content === "string" || content instanceof Uint8Array) {
    return sink({ kind: "blob", bytes: Buffer.from(content) });
  }
  if (!isTree(content)) return content.id;
  const pieces = content.flatMap(([mode, name, inside]) => [
    Buffer.from(`${mode} `),
    Buffer.from(name),
    Buffer.from([0]),
    Buffer.from(writeKnown(sink, inside, known), "hex"),
  ]);
  return sink({ kind: "tree", bytes: Buffer.concat(pieces) });
}

function isTree(content: Exclude<RawContent, string | Uint8Array>): content is RawTree {
  return Array.isArray(content);
}

/** Writes a commit of the object `tree`, which need not be a tree; returns its id. */
export function writeCommit(sink: ObjectSink, tree: string): string {
  const person = "Test <test@example.invalid> 1704067200 +0000";
  return sink({
    kind: "commit",
    bytes: Buffer.from(`tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nA state\n`),
  });
}

/** Writes an annotated tag that claims that `target` is a `kind`; returns its id. */
export function writeTag(sink: ObjectSink, target: string, kind: RawKind): string {
  const text = `object ${target}\ntype ${kind}\ntag t\ntagger Test <test@example.invalid> 1704067200 +0000\n\nA tag\n`;
  return sink({ kind: "tag", bytes: Buffer.from(text) });
}

/** Points a ref, such as `refs/heads/main`, at any object. */
export function writeRef(repository: string, ref: string, id: string): void {
  mkdirSync(dirname(join(repository, ref)), { recursive: true });
  writeFileSync(join(repository, ref), `${id}\n`);
}
