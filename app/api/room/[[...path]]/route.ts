import { roomDeps } from "#lib/server/rooms/room-deps.ts";
import { answerRooms } from "#lib/server/rooms/rooms.ts";

export const dynamic = "force-dynamic";

/** For `npm run dev`: where the front door stands before the application, it answers these addresses itself. */
async function answer(request: Request): Promise<Response> {
  return answerRooms(request, await roomDeps());
}

export { answer as GET, answer as POST };
