import type { Action, ActionRoom } from "./action.ts";

/** What is done in a lesson that a live room attends; its steps have buttons of their own. */
export const lessonActions: ActionRoom = ({ room }) => {
  if (!room) return [];
  return [
    {
      id: "go-to-look",
      label: "Go where the teacher points",
      isPossible: () => room.look !== undefined,
      run: ({ verbs }) => void verbs.goToLook(),
    },
    {
      id: "follow-teacher",
      label: room.follows ? "Stop following the teacher" : "Follow the teacher",
      run: ({ verbs }) => void verbs.followTeacher(!room.follows),
    },
    { id: "leave-room", label: "Leave the room", run: ({ verbs }) => void verbs.leaveRoom() },
  ] satisfies readonly Action[];
};
