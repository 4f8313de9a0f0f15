import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readFirstSkill, type Script, type ScriptedRequest, type ScriptedTurn } from "./model-script.ts";

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
  /** Answers by this script from now on, once nothing waits in the queue. */
  answerWith(script: Script): void;
  stop(): Promise<void>;
}

export interface FakeProviderOptions {
  readonly script?: Script;
  /** The one key that is accepted. */
  readonly key?: string;
  readonly port?: number;
}

/** How one provider speaks. */
export interface Wire<Body> {
  /** The request headers that its preflight allows; any other makes a browser give up. */
  readonly allowedHeaders: readonly string[];
  /** Its answer to a request that it does not take; `undefined` for one that it does. */
  readonly refusalOf: (request: IncomingMessage, key: string, body: Body) => Refusal | undefined;
  /** The JSON of an error. `message`: in place of its usual words for the status. */
  readonly errorBody: (status: number, message: string | undefined) => object;
  readonly scriptedRequest: (body: Body, request: IncomingMessage) => ScriptedRequest;
  readonly events: (turn: ScriptedTurn, body: Body) => Iterable<ServerSentEvent>;
}

export interface Refusal {
  readonly status: number;
  readonly message?: string;
}

interface ServerSentEvent {
  readonly data: string;
  readonly event?: string;
  /** Whether it is a piece of the answer's text. */
  readonly isText?: boolean;
}

/** Starts a provider on 127.0.0.1 that speaks as `wire` says: streaming, tool calls, its errors, its rules for pages. */
export async function startProvider<Body>(
  wire: Wire<Body>,
  { script: usual = readFirstSkill, key = "", port = 0 }: FakeProviderOptions,
): Promise<FakeProvider> {
  let script = usual;
  const requests: RecordedRequest[] = [];
  const queue: ScriptedTurn[] = [];
  // Every page may read the answer, and when to ask again.
  const anyOrigin = { "access-control-allow-origin": "*", "access-control-expose-headers": "retry-after" };
  const { url, stop } = await listen((request, response) => {
    if (request.method === "OPTIONS") return preflight(request, response, wire.allowedHeaders);
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
    const refusal = wire.refusalOf(request, key, body);
    if (refusal) return sendError(response, refusal);
    const asked = wire.scriptedRequest(body, request);
    const turn = queue.shift() ?? script(asked);
    if (turn.redirectTo) return void response.writeHead(307, { location: turn.redirectTo, ...anyOrigin }).end();
    if (turn.body)
      return void response.writeHead(200, { "content-type": turn.body.type, ...anyOrigin }).end(turn.body.text);
    if (turn.status) return sendError(response, { ...turn, status: turn.status });
    response.writeHead(200, { "content-type": "text/event-stream", ...anyOrigin });
    if (await sendEvents(response, wire.events(turn, body), turn)) response.end();
  }

  function sendError(response: ServerResponse, { status, message, headers }: Refusal & Pick<ScriptedTurn, "headers">) {
    response.writeHead(status, { "content-type": "application/json", ...anyOrigin, ...headers });
    response.end(JSON.stringify(wire.errorBody(status, message)));
  }

  return {
    url,
    stop,
    requests,
    enqueue: (...turns) => void queue.push(...turns),
    answerWith: (next) => {
      script = next;
    },
  };
}

/** Sends server-sent events, pausing before each piece of text; resolves `false` when the connection was cut. */
async function sendEvents(
  response: ServerResponse,
  events: Iterable<ServerSentEvent>,
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

async function listen(listener: RequestListener, port: number) {
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
