import { Buffer } from "buffer";
import { inspect } from "node-inspect-extracted";
import { argumentError, nativeError, nodeError } from "./arguments/argument-errors.ts";
import { DOMException } from "./errors/dom-exception.ts";
import { call, native } from "./native.ts";

type Parts = Readonly<Record<string, string>>;

/** An address, parsed by the sandbox's own `URL`. */
export class URL {
  #parts: Parts;
  readonly searchParams: URLSearchParams;
  constructor(href: string | URL, base?: string | URL) {
    const [address, start] = [`${href}`, base === undefined ? null : `${base}`];
    try {
      this.#parts = call<Parts>("url", address, start);
    } catch (cause) {
      void cause;
      throw Object.assign(new TypeError("Invalid URL"), {
        code: "ERR_INVALID_URL",
        input: address,
        ...(start !== null && { base: start }),
      });
    }
    this.searchParams = new URLSearchParams(this.#parts.search, (search) => this.#set("search", search));
  }
  static parse(href: string, base?: string): URL | null {
    return URL.canParse(href, base) ? new URL(href, base) : null;
  }
  static canParse(href: string, base?: string): boolean {
    try {
      return Boolean(new URL(href, base));
    } catch {
      return false;
    }
  }
  #set(name: string, value: string): void {
    const { protocol, username, password, host, pathname, search, hash } = { ...this.#parts, [name]: value } as Record<
      string,
      string
    >;
    const user = username ? `${username}${password ? `:${password}` : ""}@` : "";
    const query = search === "" || search?.startsWith("?") ? search : `?${search}`;
    this.#parts = call<Parts>("url", `${protocol}//${user}${host}${pathname}${query}${hash}`, null);
  }
  get href() {
    return this.#parts.href ?? "";
  }
  get origin() {
    return this.#parts.origin ?? "";
  }
  get protocol() {
    return this.#parts.protocol ?? "";
  }
  get username() {
    return this.#parts.username ?? "";
  }
  get password() {
    return this.#parts.password ?? "";
  }
  get host() {
    return this.#parts.host ?? "";
  }
  get hostname() {
    return this.#parts.hostname ?? "";
  }
  get port(): string {
    return this.#parts.port ?? "";
  }
  get pathname() {
    return this.#parts.pathname ?? "";
  }
  set pathname(value: string) {
    this.#set("pathname", value);
  }
  get search() {
    return this.#parts.search ?? "";
  }
  set search(value: string) {
    this.#set("search", value);
  }
  get hash() {
    return this.#parts.hash ?? "";
  }
  set hash(value: string) {
    this.#set("hash", value === "" || value.startsWith("#") ? value : `#${value}`);
  }
  set href(value: string) {
    this.#parts = call<Parts>("url", value, null);
  }
  set protocol(value: string) {
    this.#set("protocol", value.replace(/:?$/, ":"));
  }
  set username(value: string) {
    this.#set("username", encodeURIComponent(value));
  }
  set password(value: string) {
    this.#set("password", encodeURIComponent(value));
  }
  set host(value: string) {
    this.#set("host", value);
  }
  set hostname(value: string) {
    this.#set("host", `${value}${this.port ? `:${this.port}` : ""}`);
  }
  set port(value: string | number) {
    this.#set("host", `${this.hostname}${value === "" ? "" : `:${value}`}`);
  }
  [inspect.custom](_depth: number, options: object): string {
    const { href, origin, protocol, username, password, host, hostname, port, pathname, search, searchParams, hash } =
      this;
    const shown = {
      href,
      origin,
      protocol,
      username,
      password,
      host,
      hostname,
      port,
      pathname,
      search,
      searchParams,
      hash,
    };
    return `URL ${inspect(shown, options)}`;
  }
  toString(): string {
    return this.href;
  }
  toJSON(): string {
    return this.href;
  }
}

export class URLSearchParams {
  #pairs: [string, string][];
  readonly #changed: (search: string) => void;
  constructor(given: unknown = "", changed: (search: string) => void = () => undefined) {
    this.#pairs = pairsOf(given);
    this.#changed = changed;
  }
  append(name: string, value: unknown): void {
    this.#pairs.push([name, String(value)]);
    this.#changed(this.toString());
  }
  set(name: string, value: unknown): void {
    const at = this.#pairs.findIndex(([each]) => each === name);
    const pairs = this.#pairs.filter(([each], index) => each !== name || index === at);
    if (at < 0) pairs.push([name, String(value)]);
    this.#pairs = pairs.map((pair, index) => (index === at ? [name, String(value)] : pair));
    this.#changed(this.toString());
  }
  get size(): number {
    return this.#pairs.length;
  }
  sort(): void {
    this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    this.#changed(this.toString());
  }
  [inspect.custom](_depth: number, options: object): string {
    const shown = this.#pairs.map(([name, value]) => `${inspect(name, options)} => ${inspect(value, options)}`);
    return shown.length === 0 ? "URLSearchParams {}" : `URLSearchParams { ${shown.join(", ")} }`;
  }
  delete(name: string, value?: string): void {
    this.#pairs = this.#pairs.filter((each) => each[0] !== name || (value !== undefined && each[1] !== `${value}`));
    this.#changed(this.toString());
  }
  get(name: string): string | null {
    return this.#pairs.find(([each]) => each === name)?.[1] ?? null;
  }
  getAll(name: string): string[] {
    return this.#pairs.filter(([each]) => each === name).map(([, value]) => value);
  }
  has(name: string, value?: string): boolean {
    return this.#pairs.some((each) => each[0] === name && (value === undefined || each[1] === value));
  }
  forEach(run: (value: string, name: string) => void): void {
    for (const [name, value] of this.#pairs) run(value, name);
  }
  keys(): IterableIterator<string> {
    return this.#pairs.map(([name]) => name).values();
  }
  values(): IterableIterator<string> {
    return this.#pairs.map(([, value]) => value).values();
  }
  entries() {
    return this[Symbol.iterator]();
  }
  *[Symbol.iterator](): Generator<[string, string], void> {
    yield* this.#pairs;
  }
  toString(): string {
    return this.#pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
  }
}

function pairsOf(given: unknown): [string, string][] {
  if (given instanceof URLSearchParams || Array.isArray(given))
    return [...given].map(([name, value]) => [String(name), String(value)]);
  if (typeof given === "object" && given !== null)
    return Object.entries(given).map(([name, value]) => [name, String(value)]);
  const parts = `${given as string}`.replace(/^\?/, "").split("&");
  return parts.filter(Boolean).map((part) => {
    const [name = "", ...value] = part.replaceAll("+", " ").split("=");
    return [percentDecoded(name), percentDecoded(value.join("="))];
  });
}

/** A text without `%41` and its like; what is none of these stays as it is. */
export function percentDecoded(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  const decoded = bytes.replaceAll(/%([\da-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, "latin1").toString();
}

function encode(text: string): string {
  return encodeURIComponent(text)
    .replaceAll("%20", "+")
    .replaceAll(/[!'()~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

export class TextEncoder {
  readonly encoding = "utf-8";
  encode(text = ""): Uint8Array {
    return Uint8Array.from(Buffer.from(`${text}`));
  }
}

const encodingNames: Readonly<Record<string, string>> = {
  ...{ "utf-8": "utf-8", utf8: "utf-8", "utf-16le": "utf-16le", utf16le: "utf-16le" },
  ...{ latin1: "windows-1252", ascii: "windows-1252", "iso-8859-1": "windows-1252", "windows-1252": "windows-1252" },
};

export class TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  /** The beginning of a character whose rest comes later. */
  #kept = Buffer.alloc(0);
  constructor(encoding = "utf-8", options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean } | null) {
    if (!/^(?:undefined|object|function)$/.test(typeof options))
      throw argumentError("options", "of type object", options);
    const { fatal = false, ignoreBOM = false } = options ?? {};
    const name = encodingNames[`${encoding}`.toLowerCase()];
    if (name === undefined)
      throw nodeError(RangeError, "ERR_ENCODING_NOT_SUPPORTED", `The "${encoding}" encoding is not supported`);
    this.encoding = name;
    this.fatal = fatal;
    this.ignoreBOM = ignoreBOM;
  }
  decode(bytes: ArrayBufferView | ArrayBuffer = new Uint8Array(), { stream = false } = {}): string {
    if (!ArrayBuffer.isView(bytes) && !(bytes instanceof ArrayBuffer))
      throw nativeError(
        TypeError,
        "ERR_INVALID_ARG_TYPE",
        'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.',
      );
    const given = ArrayBuffer.isView(bytes)
      ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : Buffer.from(bytes);
    const all = Buffer.concat([this.#kept, given]);
    const isUtf8 = this.encoding === "utf-8";
    const end = stream && isUtf8 ? endOfWhole(all) : all.length;
    this.#kept = all.subarray(end);
    const whole = all.subarray(0, end);
    const text = whole.toString(isUtf8 ? "utf8" : this.encoding === "utf-16le" ? "utf16le" : "latin1");
    if (this.fatal && isUtf8 && !Buffer.from(text).equals(whole))
      throw nativeError(
        TypeError,
        "ERR_ENCODING_INVALID_ENCODED_DATA",
        "The encoded data was not valid for encoding utf-8",
      );
    return text.startsWith("\ufeff") && !this.ignoreBOM ? text.slice(1) : text;
  }
}

/** Where the last character of UTF-8 begins that is not whole. */
function endOfWhole(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) break;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    if (byte >= 0xc0) return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

export function atob(text: string): string {
  const clean = `${text}`.replaceAll(/[\t\n\f\r ]/g, "").replace(/={1,2}$/, "");
  if (/[^A-Za-z\d+/]/.test(clean)) throw invalidCharacter("Invalid character");
  if (clean.length % 4 === 1) throw invalidCharacter("The string to be decoded is not correctly encoded.");
  return Buffer.from(clean, "base64").toString("latin1");
}

export function btoa(text: string): string {
  if (/[^\0-\xff]/.test(text)) throw invalidCharacter("Invalid character");
  return Buffer.from(`${text}`, "latin1").toString("base64");
}

const invalidCharacter = (said: string) => new DOMException(said, "InvalidCharacterError");

export const crypto = {
  getRandomValues<Bytes extends ArrayBufferView>(bytes: Bytes): Bytes {
    if (!/^\[object (?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array\]$/.test(Object.prototype.toString.call(bytes)))
      throw new DOMException("The data argument must be an integer-type TypedArray", "TypeMismatchError");
    new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).set(
      new Uint8Array(native.random(bytes.byteLength)),
    );
    return bytes;
  },
  randomUUID(): string {
    const bytes = new Uint8Array(native.random(16));
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = Buffer.from(bytes).toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  },
};

/** The error of whatever asks for something: it says that there is no network. */
export function noNetwork(asked: string, syscall = "getaddrinfo", code = "ENOTFOUND"): Error {
  const error = new Error(`Scripts have no network here: ${asked} was not asked for.`);
  return Object.assign(error, { errno: -3008, code, syscall, hostname: asked.replace(/^\w+:\/\/|[:/].*$/g, "") });
}

/** Rejects with an error that says there is no network. */
export async function fetch(address: unknown): Promise<never> {
  throw Object.assign(new TypeError("fetch failed"), {
    cause: noNetwork(String(address)),
  });
}
