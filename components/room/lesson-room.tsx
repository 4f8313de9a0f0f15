import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { OpenedRoom } from "#lib/room/kept-rooms.ts";
import type { RunningLesson } from "#lib/state/lesson.ts";
import { pinnedWorkshop } from "#lib/state/mount.ts";
import { useOpenedRooms } from "./use-opened-rooms.ts";

/** Fetched with the first room. */
const AttendedLine = fetchedPart(async () => (await import("./attended-line.tsx")).AttendedLine);
const LedLine = fetchedPart(async () => (await import("./led-line.tsx")).LedLine);

/** The line about the live room of a lesson, for learner or teacher; nothing without a room. */
export function LessonRoom({ running }: { running: RunningLesson }) {
  const room = useWorkspace((state) => state.room);
  const opened = useOpenedRoom(running);
  if (room) return <AttendedLine room={room} running={running} />;
  return opened ? <LedLine opened={opened} lesson={running.texts.id} /> : null;
}

/** The room opened in this browser for the lesson's workshop, at its commit. */
export function useOpenedRoom(running: RunningLesson): OpenedRoom | undefined {
  const workshop = useWorkshop(running);
  return useOpenedRooms().find(({ plan }) => plan.workshop === workshop);
}

/** The address of the lesson's workshop, at its commit; `undefined` where only this browser has it. */
export function useWorkshop({ mountId }: RunningLesson): string | undefined {
  const mount = useWorkspace((state) => state.mounts.find(({ id }) => id === mountId));
  return mount && pinnedWorkshop(mount);
}
