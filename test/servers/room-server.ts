/**
 * The front door with live rooms, without Next: `node test/servers/room-server.ts`, with `PORT`, `REDIS_URL` and `TRUSTED_PROXIES`. A
 * process of its own, so that a test can kill it.
 */
import { createFrontServer } from "#lib/server/front/front-server.ts";
import { webHandler } from "#lib/server/front/web-handler.ts";
import { roomDeps } from "#lib/server/rooms/room-deps.ts";
import { answerRooms } from "#lib/server/rooms/rooms.ts";

const front = createFrontServer({
  version: "test",
  securityContacts: [],
  trustedProxies: Number(process.env.TRUSTED_PROXIES ?? 0),
  handle: webHandler(async (request) => answerRooms(request, await roomDeps())),
  onVisit: () => undefined,
  onError: (error) => console.error(error),
});
front.server.listen(Number(process.env.PORT), "127.0.0.1", () => console.log("ready"));
process.once("SIGTERM", () => void front.close(8000).then(() => process.exit(0)));
