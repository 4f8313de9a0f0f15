import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What a fake provider answers to one request. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  /** Answers with this status and the provider's error body for it. */
  readonly status?: number;
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
export function turnSource(script: Script) {
  const queue: ScriptedTurn[] = [];
  return {
    enqueue: (...turns: ScriptedTurn[]) => void queue.push(...turns),
    next: (request: ScriptedRequest) => queue.shift() ?? script(request),
  };
}

/** Sends server-sent events, pausing before each piece of text; resolves `false` when the connection was cut. */
export async function sendEvents(
  response: ServerResponse,
  events: Iterable<{ readonly data: string; readonly event?: string; readonly isText?: boolean }>,
  { pause = 0, cutAfter = Number.POSITIVE_INFINITY }: ScriptedTurn,
): Promise<boolean> {
  let pieces = 0;
  for (const { data, event, isText } of events) {
    if (isText && pieces++ >= cutAfter) {
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
export function preflight(request: IncomingMessage, response: ServerResponse, allowed: readonly string[]): void {
  const asked = (request.headers["access-control-request-headers"] ?? "").split(",").map((name) => name.trim());
  const strange = asked.some((name) => name !== "" && !allowed.includes(name.toLowerCase()));
  const headers = {
    "access-control-allow-origin": "*",
    "access-control-allow-headers": allowed.join(", "),
    "access-control-allow-methods": "POST",
  };
  response.writeHead(strange ? 400 : 204, strange ? {} : headers).end();
}

export async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString("utf8"));
}

/** Pieces of about a word, as providers stream them. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);
}

export async function listen(listener: RequestListener, port = 0) {
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
