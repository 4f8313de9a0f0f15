import { Buffer } from "buffer";
import path from "path-browserify";
import { EventEmitter } from "../events.ts";
import { call, coded, native } from "../native.ts";
import { ReadStream } from "../read-stream.ts";
import { Dirent, type RawStat, Stats } from "./entries.ts";
import {
  bytesOf,
  closeSync,
  fileOf,
  openedFile,
  type Path,
  pathOf,
  readBytes,
  readSync,
  writeSync,
  writeTo,
} from "./open-files.ts";

type Options =
  | string
  | null
  | { readonly encoding?: string | null | undefined; readonly flag?: string; readonly mode?: number };

function readFileSync(file: Path | number, options?: Options): string | Buffer {
  const bytes = Buffer.from(readBytes(file));
  const encoding = typeof options === "string" ? options : options?.encoding;
  return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
}

function exact(data: unknown, options?: Options): ArrayBuffer {
  return bytesOf(data, (typeof options === "string" ? options : options?.encoding) ?? "utf8");
}

function writeFileSync(file: Path | number, data: unknown, options?: Options): void {
  const bytes = exact(data, options);
  if (typeof file === "number") {
    writeTo(file, bytes);
    return;
  }
  const { flag = "w", mode } = typeof options === "object" && options !== null ? options : {};
  const name = pathOf(file);
  const device = { "/dev/stdout": 1, "/dev/stderr": 2 }[name];
  if (device !== undefined) {
    writeTo(device, bytes);
    return;
  }
  if (flag.includes("x") && existsSync(name)) {
    throw Object.assign(new Error(`EEXIST: file already exists, open '${name}'`), { code: "EEXIST" });
  }
  coded(() => (flag.startsWith("a") ? native.append(name, bytes) : native.write(name, bytes)), [name]);
  if (mode !== undefined) call("setMode", name, mode);
}

function openSync(file: Path, flags = "r"): number {
  const name = pathOf(file);
  const isNew = !existsSync(name);
  if (flags.includes("x") && !isNew)
    throw Object.assign(new Error(`EEXIST: file already exists, open '${name}'`), { code: "EEXIST", errno: -17 });
  if (flags.startsWith("w") || (flags.startsWith("a") && isNew)) writeFileSync(name, "");
  else if (isNew) readBytes(name);
  return openedFile({ path: name, at: 0, appends: flags.startsWith("a") });
}

function truncateSync(file: Path | number, length = 0): void {
  const name = typeof file === "number" ? fileOf(file).path : pathOf(file);
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(readBytes(name)).subarray(0, length));
  coded(() => native.write(name, bytes.buffer), [name]);
}

function existsSync(file: Path): boolean {
  try {
    call("stat", pathOf(file));
    return true;
  } catch {
    return false;
  }
}

interface StatOptions {
  readonly throwIfNoEntry?: boolean;
}

function statWith(how: "stat" | "lstat", file: Path, options?: StatOptions): Stats | undefined {
  try {
    return new Stats(call<RawStat>(how, pathOf(file)));
  } catch (caught) {
    if (options?.throwIfNoEntry === false && (caught as { code?: string }).code === "ENOENT") return undefined;
    throw caught;
  }
}

interface ListOptions {
  readonly withFileTypes?: boolean;
  readonly recursive?: boolean;
}

function readdirSync(folder: Path, options?: ListOptions | string): (string | Dirent)[] {
  const root = pathOf(folder);
  const { withFileTypes = false, recursive = false } = typeof options === "object" ? options : {};
  const found: (string | Dirent)[] = [];
  const visit = (at: string, prefix: string) => {
    for (const name of call<string[]>("list", at)) {
      const { kind } = call<RawStat>("lstat", path.join(at, name));
      found.push(withFileTypes ? new Dirent(name, at, kind) : `${prefix}${name}`);
      if (recursive && kind === "folder") visit(path.join(at, name), `${prefix}${name}/`);
    }
  };
  visit(root, "");
  return found;
}

interface RemoveOptions {
  readonly recursive?: boolean;
  readonly force?: boolean;
}

function rmSync(file: Path, { recursive = false, force = false }: RemoveOptions = {}): void {
  const name = pathOf(file);
  try {
    if (!recursive && call<RawStat>("lstat", name).kind === "folder") {
      throw Object.assign(new Error(`Path is a directory: rm returned EISDIR (is a directory) ${name}`), {
        code: "ERR_FS_EISDIR",
      });
    }
    call("remove", name, recursive);
  } catch (caught) {
    if (!force || (caught as { code?: string }).code !== "ENOENT") throw caught;
  }
}

function unlinkSync(file: Path): void {
  const name = pathOf(file);
  as("unlink", name, "", () => {
    if (call<RawStat>("lstat", name).kind === "folder")
      throw Object.assign(new Error("EISDIR: illegal operation on a directory"), { code: "EISDIR", errno: -21 });
    call("remove", name, false);
  });
}

function mkdirSync(folder: Path, options?: number | { readonly recursive?: boolean }): string | undefined {
  const name = pathOf(folder);
  const recursive = typeof options === "object" && options?.recursive === true;
  const isNew = !existsSync(name);
  call("makeFolder", name, recursive);
  return recursive && isNew ? path.resolve(name) : undefined;
}

function cpSync(from: Path, to: Path, { recursive = false } = {}): void {
  const [source, target] = [pathOf(from), pathOf(to)];
  if (call<RawStat>("stat", source).kind !== "folder") copyFileSync(source, target);
  else if (recursive) {
    call("makeFolder", target, true);
    for (const name of call<string[]>("list", source)) {
      cpSync(path.join(source, name), path.join(target, name), { recursive });
    }
  } else {
    const text = `Recursive option not enabled, cannot copy a directory: ${source}`;
    throw Object.assign(new Error(text), { code: "ERR_FS_EISDIR" });
  }
}

function copyFileSync(from: Path, to: Path, how = 0): void {
  const [source, target] = [pathOf(from), pathOf(to)];
  const { mode } = as("copyfile", source, target, () => {
    if (how & 1 && existsSync(target))
      throw Object.assign(new Error("EEXIST: file already exists"), { code: "EEXIST", errno: -17 });
    const found = call<RawStat>("stat", source);
    coded(() => native.write(target, native.read(source)));
    return found;
  });
  call("setMode", target, mode);
}

/** Runs `act`; an error names Node's own call, and both paths. */
function as<Result>(syscall: string, path: string, dest: string, act: () => Result): Result {
  try {
    return act();
  } catch (caught) {
    const error = caught as Error;
    const [text = ""] = /^[A-Z]+: [^,]*/.exec(error.message) ?? [];
    const target = dest === "" ? "" : ` -> '${dest}'`;
    error.message = `${text}, ${syscall} '${path}'${target}`;
    throw Object.assign(error, { syscall, path, ...(dest !== "" && { dest }) });
  }
}

function accessSync(file: Path): void {
  const name = pathOf(file);
  if (existsSync(name)) return;
  throw Object.assign(new Error(`ENOENT: no such file or directory, access '${name}'`), {
    code: "ENOENT",
    errno: -2,
    syscall: "access",
    path: name,
  });
}

function mkdtempSync(prefix: string): string {
  const name = `${prefix}${Array.from(new Uint8Array(native.random(6)), (byte) => (byte % 36).toString(36)).join("")}`;
  call("makeFolder", name, true);
  return name;
}

class WriteStream extends EventEmitter {
  readonly path: string;
  constructor(file: Path, flags = "w") {
    super();
    this.path = pathOf(file);
    if (!flags.startsWith("a")) writeFileSync(this.path, "");
  }
  write(data: unknown, done?: unknown): boolean {
    writeFileSync(this.path, data, { flag: "a" });
    if (typeof done === "function") queueMicrotask(() => done());
    return true;
  }
  end(data?: unknown, done?: unknown): this {
    if (data !== undefined && typeof data !== "function") this.write(data);
    queueMicrotask(() => {
      this.emit("finish");
      this.emit("close");
      if (typeof data === "function") data();
      if (typeof done === "function") done();
    });
    return this;
  }
}

const synchronous = {
  accessSync,
  appendFileSync: (file: Path | number, data: unknown, options?: Options) => {
    if (typeof file === "number") writeFileSync(file, data, options);
    else writeFileSync(file, data, { ...(typeof options === "object" ? options : { encoding: options }), flag: "a" });
  },
  chmodSync: (file: Path, mode: number | string) =>
    call("setMode", pathOf(file), typeof mode === "string" ? Number.parseInt(mode, 8) : mode),
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  fstatSync: (file: number) => statWith("stat", fileOf(file).path),
  fsyncSync: (file: number) => void fileOf(file),
  ftruncateSync: truncateSync,
  lstatSync: (file: Path, options?: StatOptions) => statWith("lstat", file, options),
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync: (file: Path) => call<string>("readLink", pathOf(file)),
  realpathSync: (file: Path) => call<string>("realPath", pathOf(file)),
  renameSync: (from: Path, to: Path) =>
    as("rename", pathOf(from), pathOf(to), () => call("rename", pathOf(from), pathOf(to))),
  rmSync,
  rmdirSync: (file: Path, options?: RemoveOptions) =>
    as("rmdir", pathOf(file), "", () => call("remove", pathOf(file), options?.recursive ?? false)),
  statSync: (file: Path, options?: StatOptions) => statWith("stat", file, options),
  symlinkSync: (target: Path, file: Path) =>
    as("symlink", pathOf(target), pathOf(file), () => call("link", pathOf(target), pathOf(file))),
  truncateSync,
  unlinkSync,
  utimesSync: (file: Path, _: unknown, time: number | Date) =>
    call("setTime", pathOf(file), time instanceof Date ? time.getTime() : time * 1000),
  writeFileSync,
  writeSync,
};

type Synchronous = (...args: never[]) => unknown;
type Callback = (error: unknown, result?: unknown) => void;

const byName = Object.entries(synchronous as Record<string, Synchronous>).filter(([name]) => name.endsWith("Sync"));

/** `fs.promises`: the functions above, returning promises. */
export const promises = Object.fromEntries(
  byName.map(([name, act]) => [name.slice(0, -"Sync".length), async (...args: never[]) => act(...args)]),
);

const byCallback = Object.fromEntries(
  byName.map(([name]) => [
    name.slice(0, -"Sync".length),
    (...args: unknown[]) => {
      const done = args.pop() as Callback;
      promises[name.slice(0, -"Sync".length)]?.(...(args as never[])).then((result) => done(null, result), done);
    },
  ]),
);

interface StretchOptions {
  readonly encoding?: string | null | undefined;
  readonly start?: number;
  readonly end?: number;
}

export const fs = {
  ...byCallback,
  ...synchronous,
  exists(file: Path, done: (is: boolean) => void) {
    queueMicrotask(() => done(existsSync(file)));
  },
  promises,
  constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, COPYFILE_EXCL: 1 },
  createReadStream(file: Path, given?: Options) {
    const options: StretchOptions = typeof given === "string" ? { encoding: given } : (given ?? {});
    const { start = 0, end = Number.POSITIVE_INFINITY } = options;
    // `end` is inclusive.
    return new ReadStream(() => new Uint8Array(readBytes(file)).subarray(start, end + 1), options.encoding);
  },
  createWriteStream: (file: Path, options?: { readonly flags?: string }) => new WriteStream(file, options?.flags),
};
