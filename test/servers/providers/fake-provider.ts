import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readFirstSkill, type Script, type ScriptedRequest, type ScriptedTurn } from "./model-script.ts";

/** A request as it arrived, for assertions. */
export interface RecordedRequest {
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
  /** Whether the client disconnected before the answer had ended. */
  aborted: boolean;
}

export interface FakeProvider {
  /** Base URL for a client's configuration, up to and including `/v1`. */
  readonly url: string;
  readonly requests: readonly RecordedRequest[];
  /** Answers the next requests with these turns instead of the script, one each. */
  enqueue(...turns: ScriptedTurn[]): void;
  /** Uses this script from now on, once the queue is empty. */
  answerWith(script: Script): void;
  stop(): Promise<void>;
}

export interface FakeProviderOptions {
  readonly script?: Script;
  /** The only accepted key. */
  readonly key?: string;
  readonly port?: number;
}

/** A provider's wire format. */
export interface Wire<Body> {
  /** Request headers that its preflight allows; any other makes a browser refuse. */
  readonly allowedHeaders: readonly string[];
  /** The refusal of a request; `undefined` if the request is accepted. */
  readonly refusalOf: (request: IncomingMessage, key: string, body: Body) => Refusal | undefined;
  /** The JSON of an error. `message`: replaces the usual text for the status. */
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
  /** Whether the event is a piece of the answer's text. */
  readonly isText?: boolean;
}

/** Starts a provider on 127.0.0.1 with the wire format `wire`: streaming, tool calls, errors, rules for pages. */
export async function startProvider<Body>(
  wire: Wire<Body>,
  { script: usual = readFirstSkill, key = "", port = 0 }: FakeProviderOptions,
): Promise<FakeProvider> {
  let script = usual;
  const requests: RecordedRequest[] = [];
  const queue: ScriptedTurn[] = [];
  // Pages of any origin may read the answer, and its retry-after header.
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

/** Sends server-sent events, pausing before each piece of text; resolves to `false` if the connection was cut. */
async function sendEvents(
  response: ServerResponse,
  events: Iterable<ServerSentEvent>,
  { pause = 0, cutAfter = Number.POSITIVE_INFINITY }: ScriptedTurn,
): Promise<boolean> {
  let pieces = 0;
  for (const { data, event, isText } of events) {
    if (isText && pieces++ >= cutAfter) {
      // Lets the client receive what was written before.
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

/** Answers a browser's preflight; refuses headers that the provider does not know. */
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
