/**
 * The front door before live rooms alone, without Next: `node test/servers/room-server.ts`, with `PORT` and `REDIS_URL`. A
 * process of its own, so that a test can kill it.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { createFrontServer } from "#lib/server/front/front-server.ts";
import { roomDeps } from "#lib/server/rooms/room-deps.ts";
import { answerRooms } from "#lib/server/rooms/rooms.ts";

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  const answer = await answerRooms(asRequest(request, leaving.signal), await roomDeps());
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.flushHeaders();
  const reader = answer.body?.getReader();
  response.once("close", () => void reader?.cancel());
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) response.write(part.value);
  response.end();
}

function asRequest(request: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET", url = "/", headers } = request;
  const pairs = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  const body = method === "POST" ? Readable.toWeb(request) : undefined;
  const init = { method, headers: Object.fromEntries(pairs), body, duplex: "half", signal };
  return new Request(`http://${headers.host}${url}`, init as RequestInit);
}

const front = createFrontServer({
  version: "test",
  securityContacts: [],
  trustedProxies: 0,
  handle,
  onVisit: () => undefined,
  onError: (error) => console.error(error),
});
front.server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
process.once("SIGTERM", () => void front.close(8000).then(() => process.exit(0)));
