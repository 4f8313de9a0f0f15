import type { JoinedRoom } from "#lib/room/kept-rooms.ts";
import type { AttendedRoom } from "#lib/state/lesson.ts";
import type { Slice, SliceState } from "#lib/state/slices.ts";

/** The live room that the lesson is in. */
export interface Rooms {
  state(): SliceState<"room">;
  show(room: AttendedRoom | undefined): void;
  /** Changes what is shown of the room, while one is shown. */
  change(changed: Partial<AttendedRoom>): void;
  /** Records that this page takes part in a room from now on. */
  attend(attending: Attending): void;
  attending(): Attending | undefined;
}

export interface Attending {
  readonly joined: JoinedRoom;
  readonly leaving: AbortController;
}

export function createRooms({ slice }: { slice: Slice<"room"> }): Rooms {
  let here: Attending | undefined;
  return {
    state: slice.get,
    show: (room) => slice.set({ room }),
    change: (changed) => {
      const { room } = slice.get();
      if (room) slice.set({ room: { ...room, ...changed } });
    },
    attend: (attending) => {
      here = attending;
    },
    attending: () => here,
  };
}
