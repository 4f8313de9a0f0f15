import { Buffer } from "buffer";
import { call } from "../native.ts";
import { path } from "../paths.ts";
import { BigIntStats, Dirent, type RawStat, Stats } from "./entries.ts";
import { type Encoded, encodingOf, type Path, pathOf } from "./open-files.ts";

export interface StatOptions {
  readonly throwIfNoEntry?: boolean;
  readonly bigint?: boolean;
}

export function statWith(how: "stat" | "lstat", file: Path, options?: StatOptions): Stats | BigIntStats | undefined {
  try {
    const found = call<RawStat>(how, pathOf(file));
    return options?.bigint ? new BigIntStats(found) : new Stats(found);
  } catch (caught) {
    if (options?.throwIfNoEntry === false && (caught as { code?: string }).code === "ENOENT") return undefined;
    throw caught;
  }
}

/** A name or path as Node gives it in an encoding. */
export function inEncoding(text: string, options?: Encoded): string | Buffer {
  const encoding = encodingOf(options);
  if (!encoding || /^utf-?8$/i.test(encoding)) return text;
  const bytes = Buffer.from(text);
  return encoding === "buffer" ? bytes : bytes.toString(encoding as BufferEncoding);
}

interface ListOptions {
  readonly encoding?: string | null;
  readonly withFileTypes?: boolean;
  readonly recursive?: boolean;
}

export function readdirSync(folder: Path, options?: ListOptions | string | null): (string | Buffer | Dirent)[] {
  const { withFileTypes = false, recursive = false } = typeof options === "object" && options !== null ? options : {};
  const found: (string | Buffer | Dirent)[] = [];
  const visit = (at: string, prefix: string) => {
    for (const name of call<string[]>("list", at)) {
      const { kind } = call<RawStat>("lstat", path.join(at, name));
      found.push(
        withFileTypes ? new Dirent(inEncoding(name, options), at, kind) : inEncoding(`${prefix}${name}`, options),
      );
      if (recursive && kind === "folder") visit(path.join(at, name), `${prefix}${name}/`);
    }
  };
  visit(pathOf(folder), "");
  return found;
}
