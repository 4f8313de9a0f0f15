/** An entry of the run's tree; `mtime` in milliseconds. */
export interface RawStat {
  readonly kind: "file" | "folder" | "link";
  readonly size: number;
  readonly mode: number;
  readonly mtime: number;
  readonly inode: number;
  readonly links: number;
}

/** Node's `fs.Stats`, with its properties in Node's order. */
export class Stats {
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
  readonly #kind: RawStat["kind"];
  constructor({ kind, size, mode, mtime, inode, links }: RawStat) {
    this.nlink = links;
    this.ino = inode;
    this.#kind = kind;
    this.size = size;
    this.blocks = Math.ceil(size / 4096) * 8;
    this.mode = { file: 0o100000, folder: 0o040000, link: 0o120000 }[kind] | mode;
    this.mtimeMs = this.atimeMs = this.ctimeMs = this.birthtimeMs = mtime;
  }
  get mtime(): Date {
    return new Date(this.mtimeMs);
  }
  get atime(): Date {
    return new Date(this.atimeMs);
  }
  get ctime(): Date {
    return new Date(this.ctimeMs);
  }
  get birthtime(): Date {
    return new Date(this.birthtimeMs);
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

const type = Symbol("type");

/** Node's `fs.Dirent`. */
export class Dirent {
  readonly name: string;
  readonly parentPath: string;
  readonly [type]: number;
  constructor(name: string, parent: string, kind: RawStat["kind"]) {
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
