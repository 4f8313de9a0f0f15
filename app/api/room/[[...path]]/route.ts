import { roomDeps } from "#lib/server/rooms/room-deps.ts";
import { answerRooms } from "#lib/server/rooms/rooms.ts";

export const dynamic = "force-dynamic";

/** Only for `npm run dev`: in production the front door (`lib/server`) answers these addresses before the application does. */
async function answer(request: Request): Promise<Response> {
  return answerRooms(request, await roomDeps());
}

export { answer as GET, answer as POST };
