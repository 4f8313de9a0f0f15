/** How deep a record is described; deeper values are named and left out. */
const deepest = 100;

/**
 * A stored value in JSON: a value that JSON cannot express becomes an object with one field `$Map`, `$Date`, `$bytes`
 * (base64) and so on. Never rejects, whatever the value.
 */
export async function describeRecord(value: unknown): Promise<unknown> {
  const seen = new Set<object>();

  async function describe(value: unknown, depth: number): Promise<unknown> {
    if (typeof value !== "object" || value === null) return describePlain(value);
    if (seen.has(value)) return { $again: true };
    seen.add(value);
    if (depth > deepest) return { $tooDeep: true };
    return (await bytesOf(value)) ?? (await describeHolder(value, depth));
  }
  async function describeHolder(value: object, depth: number): Promise<unknown> {
    if (value instanceof Date) return { $Date: String(Number(value)) };
    if (value instanceof Map) return { $Map: await describeAll([...value], depth) };
    if (value instanceof Set) return { $Set: await describeAll([...value], depth) };
    if (Array.isArray(value)) return describeAll(value, depth);
    const fields = await describeAll(Object.values(value), depth);
    // Not by assignment: a field may be called `__proto__`.
    return Object.fromEntries(Object.keys(value).map((name, index) => [name, fields[index]]));
  }
  async function describeAll(values: readonly unknown[], depth: number): Promise<unknown[]> {
    const described: unknown[] = [];
    // Walks entries, not indexes: an array may have a million holes and few values.
    for (const [index, one] of Object.entries(values)) {
      if (Number(index) > described.length) described.push({ $holes: Number(index) - described.length });
      described.push(await describe(one, depth + 1));
    }
    return described;
  }

  return describe(value, 0);
}

function describePlain(value: unknown): unknown {
  const hasWord =
    typeof value !== "bigint" && value !== undefined && (typeof value !== "number" || Number.isFinite(value));
  return hasWord ? value : { [`$${typeof value}`]: String(value) };
}

async function bytesOf(value: object): Promise<object | undefined> {
  if (value instanceof Blob) {
    const bytes = await value.arrayBuffer().catch(() => undefined);
    return { $bytes: bytes ? base64(new Uint8Array(bytes)) : null, as: "Blob" };
  }
  if (value instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(value)), as: "ArrayBuffer" };
  if (!ArrayBuffer.isView(value)) return undefined;
  const { buffer, byteOffset, byteLength } = value;
  return { $bytes: base64(new Uint8Array(buffer, byteOffset, byteLength)), as: value.constructor.name };
}

/**
 * Divisible by three, so that the pieces' base64 can be joined; small, as a piece is passed as arguments of one call.
 */
const pieceSize = 3 << 13;

function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += pieceSize) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + pieceSize))));
  }
  return pieces.join("");
}
