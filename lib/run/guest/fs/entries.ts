/** An entry of the run's tree; `mtime` in milliseconds. */
export interface RawStat {
  readonly kind: "file" | "folder" | "link";
  readonly size: number;
  readonly mode: number;
  readonly mtime: number;
  readonly inode: number;
  readonly links: number;
}

/** What Node's two kinds of `fs.Stats` tell by functions. */
class OfEntry {
  readonly #kind: RawStat["kind"];
  readonly #time: number;
  constructor({ kind, mtime }: RawStat) {
    this.#kind = kind;
    this.#time = mtime;
  }
  get mtime(): Date {
    return this.#dated("mtime");
  }
  get atime(): Date {
    return this.#dated("atime");
  }
  get ctime(): Date {
    return this.#dated("ctime");
  }
  get birthtime(): Date {
    return this.#dated("birthtime");
  }
  /** A date, which is a property of the object's own from the time that it is asked for. */
  #dated(name: string): Date {
    const value = new Date(this.#time);
    Object.defineProperty(this, name, { value, configurable: true, enumerable: true, writable: true });
    return value;
  }
  isFile(): boolean {
    return this.#kind === "file";
  }
  isDirectory(): boolean {
    return this.#kind === "folder";
  }
  isSymbolicLink(): boolean {
    return this.#kind === "link";
  }
  isFIFO(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
  isBlockDevice(): boolean {
    return false;
  }
  isCharacterDevice(): boolean {
    return false;
  }
}

/** Node's `fs.Stats`, with its properties in Node's order. */
export class Stats extends OfEntry {
  readonly dev = 1;
  readonly mode: number;
  readonly nlink: number;
  readonly uid = 1000;
  readonly gid = 1000;
  readonly rdev = 0;
  readonly blksize = 4096;
  readonly ino: number;
  readonly size: number;
  readonly blocks: number;
  readonly atimeMs: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  constructor(found: RawStat) {
    super(found);
    const { kind, size, mode, mtime, inode, links } = found;
    this.nlink = links;
    this.ino = inode;
    this.size = size;
    this.blocks = Math.ceil(size / 4096) * 8;
    this.mode = { file: 0o100000, folder: 0o040000, link: 0o120000 }[kind] | mode;
    this.mtimeMs = this.atimeMs = this.ctimeMs = this.birthtimeMs = mtime;
  }
}

/** What Node gives instead for `{ bigint: true }`: the same properties as whole numbers, and the times in nanoseconds, too. */
export class BigIntStats extends OfEntry {
  constructor(found: RawStat) {
    super(found);
    const whole = Object.entries(new Stats(found)).map(([name, value]) => [name, BigInt(Math.floor(value))]);
    const time = BigInt(Math.round(found.mtime * 1000)) * 1000n;
    const precise = ["atimeNs", "mtimeNs", "ctimeNs", "birthtimeNs"].map((name) => [name, time]);
    Object.assign(this, Object.fromEntries([...whole, ...precise]));
  }
}

const type = Symbol("type");

/** Node's `fs.Dirent`. */
export class Dirent {
  readonly name: string | Uint8Array;
  readonly parentPath: string;
  readonly [type]: number;
  constructor(name: string | Uint8Array, parent: string, kind: RawStat["kind"]) {
    this.name = name;
    this.parentPath = parent;
    this[type] = { file: 1, folder: 2, link: 3 }[kind];
  }
  isFile(): boolean {
    return this[type] === 1;
  }
  isDirectory(): boolean {
    return this[type] === 2;
  }
  isSymbolicLink(): boolean {
    return this[type] === 3;
  }
  isFIFO(): boolean {
    return false;
  }
  isSocket(): boolean {
    return false;
  }
}
