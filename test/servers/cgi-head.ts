/** The header of a CGI answer (RFC 3875, 6). */
export interface Head {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Splits a CGI answer into its head and the bytes after the blank line. */
export async function readHead(output: AsyncIterable<Buffer>): Promise<{ head: Head; rest: AsyncIterable<Buffer> }> {
  const chunks = output[Symbol.asyncIterator]();
  let seen: Buffer = Buffer.alloc(0);
  let end = -1;
  while (end < 0) {
    const { done, value } = await chunks.next();
    if (done) throw new Error("git http-backend ended without an answer");
    seen = Buffer.concat([seen, value]);
    end = seen.indexOf("\r\n\r\n");
  }
  async function* rest() {
    yield seen.subarray(end + 4);
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  return { head: parseHead(seen.subarray(0, end).toString()), rest: rest() };
}

function parseHead(text: string): Head {
  const headers: Record<string, string> = {};
  let status = 200;
  for (const line of text.split("\r\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === "status") status = Number.parseInt(value, 10);
    else headers[name] = value;
  }
  return { status, headers };
}

/** The header as HTTP sends it, with `spoiled` replacing its own headers of the same names. */
export function headBytes(head: Head, spoiled: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries({ ...head.headers, ...spoiled }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`HTTP/1.1 ${head.status} OK\r\nconnection: close\r\n${lines.join("")}\r\n`, "latin1");
}
