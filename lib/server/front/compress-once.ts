import type { IncomingMessage, ServerResponse } from "node:http";

type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface KeptAnswer {
  readonly headers: ReturnType<ServerResponse["getHeaders"]>;
  readonly body: Buffer;
}

/** The most bytes that are kept. All scripts and styles of a build have about 6 MB, compressed. */
const mostBytes = 32 * 1024 * 1024;

/** The address of a file of the build, whose name changes with its contents; in one spelling, so that nothing is kept twice. */
const buildFile = /^\/_next\/static(?:\/[\w~-][\w.~-]*)+$/;

/** Headers that ask for a part of a file, or only for a changed one. */
const conditions = ["range", "if-range", "if-none-match", "if-modified-since"];

/**
 * Keeps the application's compressed answers for the files of its build, and sends them from then on. Compressing the lab's scripts takes 0.1 s
 * of processor time for each first visit, for which the rest of a class that opens it at the same moment would wait.
 */
export function compressOnce(handle: Handle): Handle {
  const kept = new Map<string, KeptAnswer>();
  let bytes = 0;
  function keep(url: string, answer: KeptAnswer): void {
    const { headers, body } = answer;
    const isLasting = headers["content-encoding"] === "gzip" && String(headers["cache-control"]).includes("immutable");
    if (!isLasting || kept.has(url) || bytes + body.length > mostBytes) return;
    bytes += body.length;
    kept.set(url, answer);
  }
  return async (request, response) => {
    const { url = "" } = request;
    if (!isForAny(request)) return handle(request, response);
    const known = kept.get(url);
    if (known) {
      for (const [name, value] of Object.entries(known.headers))
        if (value !== undefined) response.setHeader(name, value);
      response.setHeader("Content-Length", known.body.length).end(known.body);
      return undefined;
    }
    // Those of this one request, such as its id.
    const own = new Set(response.getHeaderNames());
    const pieces = piecesOf(response);
    response.once("finish", () => {
      const headers = Object.entries(response.getHeaders()).filter(([name]) => !own.has(name));
      if (response.statusCode === 200) keep(url, { headers: Object.fromEntries(headers), body: Buffer.concat(pieces) });
    });
    return handle(request, response);
  };
}

/** Whether everybody who sends such a request gets the same compressed file. */
function isForAny({ method, url = "", headers }: IncomingMessage): boolean {
  const takesGzip = /(?:^|,)\s*gzip\s*(?:,|$)/.test(String(headers["accept-encoding"] ?? ""));
  return (
    method === "GET" && takesGzip && buildFile.test(url) && conditions.every((name) => headers[name] === undefined)
  );
}

/** The pieces of a response's body as it is sent, complete once it has finished. */
function piecesOf(response: ServerResponse): readonly Buffer[] {
  const pieces: Buffer[] = [];
  for (const way of ["write", "end"] as const) {
    const send = response[way].bind(response) as (...given: readonly unknown[]) => never;
    response[way] = (...given: readonly unknown[]) => {
      const [piece] = given;
      if (typeof piece === "string" || piece instanceof Uint8Array) pieces.push(Buffer.from(piece as Uint8Array));
      return send(...given);
    };
  }
  return pieces;
}
