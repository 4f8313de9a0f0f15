/** One entry of an archive. */
export interface RawTarFile {
  readonly path: string;
  readonly text?: string | Buffer;
  /** `0` file, `1` hard link, `2` symbolic link, `3` device, `5` folder, `6` pipe, `x` pax, `g` global pax, `L`, `K` long names. */
  readonly type?: string;
  readonly mode?: number;
  readonly target?: string;
  readonly prefix?: string;
  /** A false size; absent: the content's. */
  readonly size?: number | string;
  readonly checksum?: number;
}

/** A tar archive, field by field, so that every field can be wrong. */
export function rawTar(files: readonly RawTarFile[], end: Buffer = Buffer.alloc(1024)): Buffer {
  return Buffer.concat([...files.flatMap(blocks), end]);
}

function blocks({
  path,
  text = "",
  type = "0",
  mode = 0o644,
  target = "",
  prefix = "",
  ...claimed
}: RawTarFile): Buffer[] {
  const content = Buffer.from(text);
  const header = Buffer.alloc(512);
  const size = claimed.size ?? content.length;
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, "0")}\0`;
  header.write(path, 0, 100);
  header.write(octal(mode, 8) + octal(0, 8) + octal(0, 8), 100);
  header.write(typeof size === "string" ? size : octal(size, 12), 124);
  header.write(`${octal(0, 12)}        ${type}${target}`, 136);
  header.write("ustar\x0000", 257);
  header.write(prefix, 345);
  const sum = claimed.checksum ?? header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, content, Buffer.alloc(-content.length & 511)];
}

/** The content of a pax header. */
export function pax(records: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(records).map(([key, value]) => {
    const rest = Buffer.byteLength(` ${key}=${value}\n`);
    const length = rest + String(rest + String(rest).length).length;
    return `${length} ${key}=${value}\n`;
  });
  return Buffer.from(lines.join(""));
}
