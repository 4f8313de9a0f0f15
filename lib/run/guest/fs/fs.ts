import { Buffer } from "buffer";
import { nodeError } from "../arguments/argument-errors.ts";
import { call, coded, native, systemError } from "../native.ts";
import { path } from "../paths.ts";
import { later, setDone } from "../timers.ts";
import { Dirent, type RawStat, Stats } from "./entries.ts";
import { ReadStream, WriteStream } from "./file-streams.ts";
import { globSync } from "./glob.ts";
import { Dir, FileHandle } from "./handles.ts";
import { inEncoding, readdirSync, type StatOptions, statWith } from "./listing.ts";
import {
  bytesOf,
  closeSync,
  type Encoded,
  encodingOf,
  fileOf,
  openSync,
  type Path,
  pathOf,
  readBytes,
  readSync,
  writeSync,
  writeTo,
} from "./open-files.ts";

type Options = Encoded & (string | null | { readonly flag?: string; readonly mode?: number });

function readFileSync(file: Path | number, options?: Options): string | Buffer {
  const bytes = Buffer.from(readBytes(file));
  const encoding = encodingOf(options);
  return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
}

function exact(data: unknown, options?: Options): ArrayBuffer {
  return bytesOf(data, encodingOf(options) ?? "utf8");
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
    throw systemError(`EEXIST: file already exists, open '${name}'`, "EEXIST", { syscall: "open", path: name });
  }
  const isNew = mode !== undefined && !existsSync(name);
  coded(() => (flag.startsWith("a") ? native.append(name, bytes) : native.write(name, bytes)), [name]);
  if (isNew) setNewMode(name, mode);
}

/** The permissions that something new is to have, as far as the umask leaves them. */
function setNewMode(name: string, mode: number | string): void {
  const given = typeof mode === "string" ? Number.parseInt(mode, 8) : mode;
  call("setMode", name, given & ~call<number>("umask"));
}

function truncateSync(file: Path | number, length = 0): void {
  const name = typeof file === "number" ? fileOf(file, "ftruncate").path : pathOf(file);
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

interface RemoveOptions {
  readonly recursive?: boolean;
  readonly force?: boolean;
}

/** Node's error for a folder that is to be removed as a file. */
function isFolder(path: string): Error {
  const text = `Path is a directory: rm returned EISDIR (is a directory) ${path}`;
  const about = { errno: 21, syscall: "rm", path };
  const error = nodeError(Error, "ERR_FS_EISDIR", text, {
    info: { code: "EISDIR", message: "is a directory", path, syscall: "rm", errno: 21 },
    ...about,
  });
  return Object.defineProperty(error, "name", { value: "SystemError", configurable: true, writable: true });
}

function rmSync(file: Path, { recursive = false, force = false }: RemoveOptions = {}): void {
  const name = pathOf(file);
  try {
    if (!recursive && call<RawStat>("lstat", name).kind === "folder") throw isFolder(name);
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

function mkdirSync(
  folder: Path,
  options?: number | string | { readonly recursive?: boolean; readonly mode?: number | string },
): string | undefined {
  const name = pathOf(folder);
  const recursive = typeof options === "object" && options?.recursive === true;
  const names = path.normalize(name).split("/");
  const folders = names.map((_, at) => names.slice(0, at + 1).join("/") || "/");
  const first = recursive ? folders.find((each) => !existsSync(each)) : undefined;
  const mode = typeof options === "object" ? options?.mode : options;
  const isNew = mode !== undefined && !existsSync(name);
  call("makeFolder", name, recursive);
  if (isNew) setNewMode(name, mode);
  return first;
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
function as<Result>(syscall: string, path: string | undefined, dest: string, act: () => Result): Result {
  try {
    return act();
  } catch (caught) {
    const { message, code = "EIO" } = caught as Error & { readonly code?: string };
    const [text = ""] = /^[A-Z]+: [^,]*/.exec(message) ?? [];
    const target = dest === "" ? "" : ` -> '${dest}'`;
    const more = { syscall, ...(path !== undefined && { path }), ...(dest !== "" && { dest }) };
    throw systemError(
      path === undefined ? `${text}, ${syscall}` : `${text}, ${syscall} '${path}'${target}`,
      code,
      more,
    );
  }
}

const execute = 1;

function accessSync(file: Path, how = 0): void {
  const name = pathOf(file);
  as("access", name, "", () => {
    const { mode, kind } = call<RawStat>("stat", name);
    if (how & execute && kind === "file" && !(mode & 0o111))
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
  });
}

function mkdtempSync(prefix: string, options?: Encoded): string | Buffer {
  const name = `${prefix}${Array.from(new Uint8Array(native.random(6)), (byte) => (byte % 36).toString(36)).join("")}`;
  call("makeFolder", name, true);
  return inEncoding(name, options);
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
  fstatSync: (file: number, options?: StatOptions) => statWith("stat", fileOf(file, "fstat").path, options),
  globSync,
  linkSync: (from: Path, to: Path) =>
    as("link", pathOf(from), pathOf(to), () => call("addName", pathOf(from), pathOf(to))),
  opendirSync: (folder: Path) =>
    as(
      "opendir",
      pathOf(folder),
      "",
      () => new Dir(pathOf(folder), readdirSync(folder, { withFileTypes: true }) as Dirent[]),
    ),
  fsyncSync: (file: number) => void fileOf(file, "fsync"),
  fdatasyncSync: (file: number) => void fileOf(file, "fdatasync"),
  writevSync: (file: number, all: readonly Uint8Array[]) =>
    all.reduce((sum, each) => sum + (writeSync(file, each) as number), 0),
  ftruncateSync: truncateSync,
  lstatSync: (file: Path, options?: StatOptions) => statWith("lstat", file, options),
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync: (file: Path, options?: Encoded) => inEncoding(call("readLink", pathOf(file)), options),
  realpathSync: (file: Path, options?: Encoded) => inEncoding(call("realPath", pathOf(file)), options),
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
type Callback = (error: unknown, result?: unknown, bytes?: unknown) => void;

const byName = Object.entries(synchronous as Record<string, Synchronous>).filter(([name]) => name.endsWith("Sync"));

const constants = {
  F_OK: 0,
  R_OK: 4,
  W_OK: 2,
  X_OK: 1,
  COPYFILE_EXCL: 1,
  O_RDONLY: 0,
  O_WRONLY: 1,
  O_RDWR: 2,
  O_CREAT: 64,
  O_EXCL: 128,
  O_TRUNC: 512,
  O_APPEND: 1024,
};

/** `fs.promises`: the functions above, returning promises. */
export const promises = {
  constants,
  ...Object.fromEntries(
    byName.map(([name, act]) => [name.slice(0, -"Sync".length), (...args: never[]) => later(() => act(...args))]),
  ),
  open: (file: Path, flags?: string) =>
    later(() => new FileHandle(file, flags, { stat: synchronous.fstatSync, truncate: synchronous.ftruncateSync })),
  async *glob(...given: Parameters<typeof globSync>) {
    yield* await later(() => globSync(...given));
  },
};

/** What Node calls where a script gives nothing to call: only `close` can do without, and `rm` finds it out when it has removed the file. */
const undone = (name: string) => (error: unknown) => {
  if (name !== "closeSync") throw new TypeError("callback is not a function");
  if (error) throw error;
};

const byCallback = Object.fromEntries(
  byName.map(([name, act]) => [
    name.slice(0, -"Sync".length),
    (...args: unknown[]) => {
      const done = (typeof args.at(-1) === "function" ? args.pop() : undone(name)) as Callback;
      setDone(() => {
        let given: [unknown, unknown?, unknown?];
        try {
          const result = act(...(args as never[]));
          given = result === undefined || result === null ? [null] : [null, result];
          // Of these it is told what was read into, and what was written.
          if (/^(?:read|writev?)Sync$/.test(name)) given.push(args[1]);
        } catch (error) {
          given = [error];
        }
        done(...given);
      });
    },
  ]),
);

export const fs = {
  ...byCallback,
  ...synchronous,
  exists(file: Path, done: (is: boolean) => void) {
    setDone(() => done(existsSync(file)));
  },
  // Of this one, Node tells no path.
  opendirSync: (folder: Path, name = pathOf(folder)) =>
    as("opendir", undefined, "", () => synchronous.opendirSync(name)),
  promises,
  constants,
  F_OK: constants.F_OK,
  R_OK: constants.R_OK,
  W_OK: constants.W_OK,
  X_OK: constants.X_OK,
  createReadStream: (...given: ConstructorParameters<typeof ReadStream>) => new ReadStream(...given),
  createWriteStream: (...given: ConstructorParameters<typeof WriteStream>) => new WriteStream(...given),
  ReadStream,
  WriteStream,
  Stats,
  Dirent,
};
