/** Something else answered in place of a model's server; `modelFailure` words it with the host. */
export class WrongAnswer extends Error {
  readonly kind: "page" | "redirect";

  constructor(kind: WrongAnswer["kind"]) {
    super(kind === "page" ? "a web page came back instead of an answer" : "the answer is a redirect");
    this.name = "WrongAnswer";
    this.kind = kind;
  }
}

/** A whole answer as JSON where a stream was asked for. */
export class WholeAnswer extends Error {
  readonly text: string;

  constructor(text: string) {
    super("the answer came whole, not as a stream");
    this.name = "WholeAnswer";
    this.text = text;
  }
}

/** The most characters of a whole answer: the longest that models write are some 128,000 tokens. */
const longestWhole = 8_000_000;

/**
 * `request` that follows no redirect: a redirect would take the conversation and the key to a host to which nobody sent
 * them. (`manual` does not follow redirects either, and unlike `error` lets a redirect be told from an unreachable
 * host.)
 * @throws WrongAnswer for a redirect
 */
export function withoutRedirects(request: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const body = typeof init?.body === "string" ? { body: withoutHalves(init.body) } : {};
    const response = await request(input, { ...init, ...body, redirect: "manual" });
    if (response.type !== "opaqueredirect" && !redirects.has(response.status)) return response;
    await response.body?.cancel();
    throw new WrongAnswer("redirect");
  };
}

/**
 * JSON without halves of surrogate pairs, which are left where a text was cut within one or a model has written one:
 * some providers refuse the whole request for it, and would refuse every later one of the conversation. Only halves are
 * escaped in JSON that `JSON.stringify` has written.
 */
function withoutHalves(json: string): string {
  if (!json.includes("\\ud")) return json;
  return json.replace(/\\(?:ud[89a-f][0-9a-f]{2}|.)/gs, (escaped) => (escaped.length > 2 ? "\\ufffd" : escaped));
}

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * `request` for server-sent events, recognised by their first character, since servers label them in many ways.
 * @throws WrongAnswer for a redirect, and for a web page (a network's sign-in, a wrong address)
 * @throws WholeAnswer for JSON
 */
export function asStream(request: typeof fetch = fetch): typeof fetch {
  const ask = withoutRedirects(request);
  return async (input, init) => {
    const response = await ask(input, init);
    if (!response.ok || !response.body) return response;
    const reader = response.body.getReader();
    const begun = await readBeginning(reader);
    if (begun.first === "<") {
      void reader.cancel().catch(() => undefined);
      throw new WrongAnswer("page");
    }
    const body = remaining(begun.chunks, reader);
    if (begun.first === "{" || begun.first === "[") throw new WholeAnswer(await wholeText(body));
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // As what it is: whoever goes by the label would wait for the end of a stream that has another.
    headers.set("content-type", "text/event-stream");
    return new Response(body, { status, statusText, headers });
  };
}

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** The most blank chunks that are skipped: a server may send some to keep a connection open. */
const mostBlankChunks = 100;

/**
 * The chunks up to the first character that is not blank, and that character as `first`; empty where the stream has
 * none.
 */
async function readBeginning(reader: Reader): Promise<{ chunks: Uint8Array<ArrayBuffer>[]; first: string }> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  while (chunks.length < mostBlankChunks) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    const first = firstCharacter(value);
    if (first !== "") return { chunks, first };
  }
  return { chunks, first: "" };
}

/** The first character that is neither blank nor part of a byte-order mark. */
function firstCharacter(bytes: Uint8Array): string {
  const byte = bytes.find((one) => one > 0x20 && one < 0x7f);
  return byte === undefined ? "" : String.fromCharCode(byte);
}

/** A stream of what was already read, then the rest as it comes. */
export function remaining<Part>(
  read: readonly Part[],
  reader: ReadableStreamDefaultReader<Part>,
): ReadableStream<Part> {
  return new ReadableStream({
    start(controller) {
      for (const part of read) controller.enqueue(part);
    },
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

async function wholeText(body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length > longestWhole) {
      void reader.cancel().catch(() => undefined);
      throw new Error(`it wrote more than ${longestWhole / 1_000_000} million characters in one answer`);
    }
  }
}
