/** An entry of the run's tree; `mtime` in milliseconds. */
export interface RawStat {
  readonly kind: "file" | "folder" | "link";
  readonly size: number;
  readonly mode: number;
  readonly mtime: number;
}

/** Node's `fs.Stats`. */
export class Stats {
  readonly #kind: RawStat["kind"];
  readonly size: number;
  readonly mode: number;
  readonly mtimeMs: number;
  readonly atimeMs: number;
  readonly ctimeMs: number;
  readonly birthtimeMs: number;
  readonly mtime: Date;
  readonly atime: Date;
  readonly ctime: Date;
  readonly birthtime: Date;
  readonly nlink = 1;
  readonly uid = 1000;
  readonly gid = 1000;
  constructor({ kind, size, mode, mtime }: RawStat) {
    this.#kind = kind;
    this.size = size;
    this.mode = { file: 0o100000, folder: 0o040000, link: 0o120000 }[kind] | mode;
    this.mtimeMs = this.atimeMs = this.ctimeMs = this.birthtimeMs = mtime;
    this.mtime = this.atime = this.ctime = this.birthtime = new Date(mtime);
  }
  isFile = () => this.#kind === "file";
  isDirectory = () => this.#kind === "folder";
  isSymbolicLink = () => this.#kind === "link";
  isFIFO = () => false;
  isSocket = () => false;
  isBlockDevice = () => false;
  isCharacterDevice = () => false;
}

/** Node's `fs.Dirent`. */
export class Dirent {
  readonly #kind: RawStat["kind"];
  readonly name: string;
  readonly parentPath: string;
  readonly path: string;
  constructor(name: string, parent: string, kind: RawStat["kind"]) {
    this.name = name;
    this.parentPath = this.path = parent;
    this.#kind = kind;
  }
  isFile = () => this.#kind === "file";
  isDirectory = () => this.#kind === "folder";
  isSymbolicLink = () => this.#kind === "link";
}
