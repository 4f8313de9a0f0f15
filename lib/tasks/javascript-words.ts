/**
 * The engine's texts that scripts print most often, and those of V8, which people search for: Node's. They are formats of C's `printf`, with
 * the same arguments.
 */
const words: readonly (readonly [own: string, v8: string])[] = [
  ["'%s' is not defined", "%s is not defined"],
  ["cannot read property '%s' of null", "Cannot read properties of null (reading '%s')"],
  ["cannot read property '%s' of undefined", "Cannot read properties of undefined (reading '%s')"],
  ["cannot set property '%s' of null", "Cannot set properties of null (setting '%s')"],
  ["cannot set property '%s' of undefined", "Cannot set properties of undefined (setting '%s')"],
  ["%s is not initialized", "Cannot access '%s' before initialization"],
  ["invalid array length", "Invalid array length"],
  ["Date value is NaN", "Invalid time value"],
];

/** Beginnings of texts that the engine prints only when it is broken itself: texts longer than the engine's own are kept in their place. */
const unused = ["m1->status == JS_MODULE_STATUS_LINKING ", "m->status == JS_MODULE_STATUS_UNLINKED "];
const dataSection = 11;
const codeSection = 10;
const constant = 0x41;

/**
 * Gives the engine's WebAssembly V8's words for errors.
 * @throws Error if the module is made in another way than the one this was written for
 */
export function withV8Words(wasm: Uint8Array): Uint8Array<ArrayBuffer> {
  const made = Buffer.from(wasm);
  const { code, data } = sections(made);
  const rooms = unused.map((text) => textIn(data, text));
  for (const [own, v8] of words) {
    const text = textIn(data, own, true);
    if (v8.length <= own.length) {
      write(made, text.at, v8);
      continue;
    }
    const room = rooms.find(({ length }) => length >= v8.length);
    if (!room) throw new Error(`The engine has no room for: ${v8}`);
    const [from, to] = [instruction(text.address), instruction(room.address)];
    const at = code.indexOf(from);
    if (from.length !== to.length || at < 0 || code.includes(from, at + 1)) throw new Error(`Not at one place: ${own}`);
    to.copy(code, at);
    write(made, room.at, v8);
    const used = v8.length + 1;
    Object.assign(room, { at: room.at + used, address: room.address + used, length: room.length - used });
  }
  return Uint8Array.from(made);
}

function write(made: Buffer, at: number, text: string): void {
  made.write(`${text}\0`, at, "latin1");
}

interface Part {
  /** Place in the file. */
  readonly at: number;
  /** Place in the program's memory. */
  readonly address: number;
  readonly bytes: Buffer;
}

/** The code, and the parts of the memory's content. */
function sections(wasm: Buffer): { readonly code: Buffer; readonly data: readonly Part[] } {
  let code = wasm.subarray(0, 0);
  const data: Part[] = [];
  for (let at = 8; at < wasm.length; ) {
    const size = readNumber(wasm, at + 1);
    const end = size.end + size.value;
    if (wasm[at] === codeSection) code = wasm.subarray(size.end, end);
    if (wasm[at] === dataSection) data.push(...partsOf(wasm, size.end));
    at = end;
  }
  return { code, data };
}

/** Each is written as: its kind, `i32.const address`, `end`, its length, its bytes. */
function partsOf(wasm: Buffer, start: number): readonly Part[] {
  const count = readNumber(wasm, start);
  let { end } = count;
  return Array.from({ length: count.value }, () => {
    const address = readNumber(wasm, end + 2);
    const length = readNumber(wasm, address.end + 1);
    end = length.end + length.value;
    return { at: length.end, address: address.value, bytes: wasm.subarray(length.end, end) };
  });
}

/** Where the text lies that begins with these words, or is these words. */
function textIn(data: readonly Part[], words: string, isWhole = false) {
  for (const { at, address, bytes } of data) {
    const found = bytes.indexOf(`\0${words}${isWhole ? "\0" : ""}`, 0, "latin1") + 1;
    if (found > 0) return { at: at + found, address: address + found, length: bytes.indexOf(0, found) - found };
  }
  throw new Error(`The engine does not have this text: ${words}`);
}

/** `i32.const` with this number. */
function instruction(value: number): Buffer {
  const bytes = [constant];
  for (let left = value; ; left >>= 7) {
    const isLast = left < 0x40;
    bytes.push(isLast ? left : (left & 0x7f) | 0x80);
    if (isLast) return Buffer.from(bytes);
  }
}

/** A number in WebAssembly's encoding (LEB128), and the index behind it. */
export function readNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let end = start, shift = 0; ; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, end };
  }
}
