import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A tool call as a fake provider makes it. `json`: its arguments to the letter, in place of `input`. */
export interface ScriptedCall {
  readonly name: string;
  readonly input?: unknown;
  readonly json?: string;
}

/** What a fake provider answers to one request. */
export interface ScriptedTurn {
  /** What the model thinks first; the provider signs it, and wants it back with the next request of the turn. */
  readonly thought?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Why it stops, other than that it is done. */
  readonly stops?: "length" | "content-filter";
  /** Ends the stream in order, but before the provider's word for the end. */
  readonly endsEarly?: boolean;
  /** Of the tokens that came in, how many were in its cache. */
  readonly cached?: number;
  /** Answers with this status and the provider's error body for it. */
  readonly status?: number;
  /** Headers of an answer with a status. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Words of an error body; the provider's usual ones when absent. */
  readonly message?: string;
  /** Milliseconds between the pieces of `text`. */
  readonly pause?: number;
  /** Cuts the connection after this many pieces of text. */
  readonly cutAfter?: number;
  /** Says nothing of how many tokens it took, as some servers that speak OpenAI's protocol do. */
  readonly withoutUsage?: boolean;
  /** Sends an error event after the text instead of an end, as an overloaded provider does. */
  readonly failsWith?: string;
}

/** What a script may look at, the same for every wire format. */
export interface ScriptedRequest {
  readonly model: string;
  readonly system: string;
  /** Text of the last user message that is not a tool result. */
  readonly said: string;
  /** Results of tool calls since then, oldest first. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

export type Script = (request: ScriptedRequest) => ScriptedTurn;

/** A request as it arrived, for assertions. */
export interface RecordedRequest {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  /** Whether the asker went away before the answer had ended. */
  aborted: boolean;
}

export interface FakeProvider {
  /** Base URL as a client is configured with it, up to and including `/v1`. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Answers the next requests with these instead of the script, one each. */
  enqueue(...turns: ScriptedTurn[]): void;
  stop(): Promise<void>;
}

export interface FakeProviderOptions {
  readonly script?: Script;
  /** The one key that is accepted. */
  readonly key?: string;
  readonly port?: number;
}

/** Reads the first path of the catalog in the system prompt, then quotes what it read. */
export const readFirstSkill: Script = ({ system, results }) => {
  const [result] = results;
  if (result !== undefined) return { text: `The file says: ${result.slice(0, 200)}` };
  const path = /(?:→ (?:read )?|<location>\s*)(\S+)/.exec(system)?.[1];
  return path ? { calls: [{ name: "read_file", input: { path } }] } : { text: "I was offered no skills." };
};

/** The next turn: from the queue, else from the script. */
function turnSource(script: Script) {
  const queue: ScriptedTurn[] = [];
  return {
    enqueue: (...turns: ScriptedTurn[]) => void queue.push(...turns),
    next: (request: ScriptedRequest) => queue.shift() ?? script(request),
  };
}

export interface WireEvent {
  readonly data: string;
  readonly event?: string;
  readonly isText?: boolean;
}

export interface Refusal {
  readonly status: number;
  /** The provider's usual words for the status when absent. */
  readonly message?: string;
}

/** One provider's wire format: what it asks of a request, and how it writes what the script says. */
export interface WireFormat<Body> {
  /** The request headers that its preflight allows; any other makes a browser give up. */
  readonly allowedHeaders: readonly string[];
  /** Why a request is refused before the script is asked. */
  refusal(request: IncomingMessage, body: Body): Refusal | undefined;
  scripted(body: Body, request: IncomingMessage): ScriptedRequest;
  errorBody(status: number, message: string | undefined): unknown;
  events(turn: ScriptedTurn, body: Body): Iterable<WireEvent>;
}

/** A provider on 127.0.0.1 that speaks `format` and says what the script says. */
export async function startProvider<Body>(
  format: WireFormat<Body>,
  { script = readFirstSkill, port = 0 }: FakeProviderOptions,
): Promise<FakeProvider> {
  const requests: RecordedRequest[] = [];
  const turns = turnSource(script);
  const server = await listen((request, response) => {
    if (request.method === "OPTIONS") return preflight(request, response, format.allowedHeaders);
    void answer(request, response).catch((error: Error) => response.destroy(error));
  }, port);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = "", headers } = request;
    const recorded: RecordedRequest = { url, headers, body: await readJson(request), aborted: false };
    requests.push(recorded);
    response.on("close", () => {
      recorded.aborted = !response.writableFinished;
    });
    const body = recorded.body as Body;
    const refusal = format.refusal(request, body);
    if (refusal) return sendError(response, refusal);
    const turn = turns.next(format.scripted(body, request));
    if (turn.status) return sendError(response, { ...turn, status: turn.status });
    response.writeHead(200, { "content-type": "text/event-stream", ...readable });
    if (await sendEvents(response, format.events(turn, body), turn)) response.end();
  }

  function sendError(response: ServerResponse, turn: Pick<ScriptedTurn, "message" | "headers"> & { status: number }) {
    response.writeHead(turn.status, { "content-type": "application/json", ...readable, ...turn.headers });
    response.end(JSON.stringify(format.errorBody(turn.status, turn.message)));
  }

  return { url: server.url, stop: server.stop, requests, enqueue: turns.enqueue };
}

/** Every page may read the answer, and when to ask again. */
const readable = { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after" };

/** Two pieces of the arguments of a call, as they are streamed. */
export function argumentPieces({ input, json = JSON.stringify(input) }: ScriptedCall): string[] {
  return [json.slice(0, 5), json.slice(5)];
}

/** The seal that a fake provider puts on a thought, and knows again. */
export function sealOf(thought: string): string {
  return Buffer.from(`sealed:${thought}`).toString("base64");
}

/** Sends server-sent events, pausing before each piece of text; resolves `false` when the connection was cut. */
async function sendEvents(
  response: ServerResponse,
  events: Iterable<WireEvent>,
  { pause = 0, cutAfter = Number.POSITIVE_INFINITY }: ScriptedTurn,
): Promise<boolean> {
  let pieces = 0;
  for (const { data, event, isText } of events) {
    if (isText && pieces++ >= cutAfter) {
      // What was written before is to arrive.
      await new Promise((resolve) => setTimeout(resolve, 30));
      response.destroy();
      return false;
    }
    if (isText && pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    if (response.destroyed) return false;
    response.write(`${event ? `event: ${event}\n` : ""}data: ${data}\n\n`);
  }
  return true;
}

/** Answers a browser's preflight, and refuses it for any header the provider does not know. */
function preflight(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): void {
  const asked = (request.headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim());
  const strange = asked.some((name) => name !== "" && !allowed.includes(name.toLowerCase()));
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": allowed.join(", "),
    "access-control-allow-methods": "POST",
  };
  response.writeHead(strange ? 400 : 204, strange ? {} : headers).end();
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** Pieces of about a word, as providers stream them. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);
}

async function listen(listener: RequestListener, port = 0) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}/v1`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
