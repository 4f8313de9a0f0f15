import type { Networks } from "#lib/server/visitor.ts";

/** The data of a room that decide about space. Times are of one clock, in milliseconds. */
export interface HeldRoom {
  readonly code: string;
  /** The networks from which it was opened. */
  readonly from: Networks;
  readonly openedAt: number;
  /** When a teacher's page last followed it; `undefined` for never. */
  readonly ledAt: number | undefined;
  readonly characters: number;
}

export interface SpaceBounds {
  readonly rooms: number;
  /** The most characters of all rooms together. */
  readonly characters: number;
  /** The share of rooms and characters that one wide network may have. */
  readonly share: number;
  /**
   * Milliseconds after which a room counts as abandoned when no teacher's page follows it any more, or none ever did.
   */
  readonly leftAfter: number;
  readonly unledAfter: number;
}

/** A request for space: for one more room, or for more in the room with this `code`. */
export interface AskedSpace {
  readonly from: Networks;
  readonly characters: number;
  readonly code?: string;
}

/**
 * The codes of the rooms that must end to make the space; `undefined` where it cannot be made. Abandoned rooms end
 * first, the longest abandoned first, then those that no teacher's page ever followed, then the newest. Another network
 * loses rooms only where it has more than the asking one would have, so that repeated requests end nobody's lesson; the
 * asking network's own abandoned rooms may end too.
 */
export function roomsToEnd(
  held: readonly HeldRoom[],
  asked: AskedSpace,
  bounds: SpaceBounds,
  now: number,
): readonly string[] | undefined {
  const ended: string[] = [];
  let left = held;
  for (;;) {
    const lack = lackOf(left, asked, bounds);
    if (!lack) return ended;
    const given = roomThatGives(left, asked, lack, (room) => standingOf(room, bounds, now));
    if (!given) return undefined;
    ended.push(given.code);
    left = left.filter((room) => room !== given);
  }
}

/** The resource that is short. */
interface Lack {
  readonly measure: (room: HeldRoom) => number;
  readonly amount: number;
  /** Whether the network's own share is used up, rather than everything. */
  readonly isShare: boolean;
}

function lackOf(left: readonly HeldRoom[], asked: AskedSpace, bounds: SpaceBounds): Lack | undefined {
  const counted = [
    { measure: () => 1, amount: asked.code === undefined ? 1 : 0, all: bounds.rooms },
    { measure: (room: HeldRoom) => room.characters, amount: asked.characters, all: bounds.characters },
  ];
  for (const { measure, amount, all } of counted) {
    const used = (rooms: readonly HeldRoom[]) => rooms.reduce((sum, room) => sum + measure(room), 0);
    const own = used(left.filter(({ from }) => from.wide === asked.from.wide));
    if (own + amount > all * bounds.share) return { measure, amount, isShare: true };
    if (used(left) + amount > all) return { measure, amount, isShare: false };
  }
  return undefined;
}

function roomThatGives(
  left: readonly HeldRoom[],
  { from, code }: AskedSpace,
  { measure, amount, isShare }: Lack,
  standing: (room: HeldRoom) => Standing,
): HeldRoom | undefined {
  const wide = sums(left, measure, (room) => room.from.wide);
  const narrow = sums(left, measure, (room) => room.from.narrow);
  const wasLeft = (room: HeldRoom) => standing(room) === order.left;
  const gives = (room: HeldRoom) => {
    if (room.code === code) return false;
    if (room.from.wide === from.wide) return wasLeft(room) || narrow(room.from.narrow) > narrow(from.narrow) + amount;
    if (isShare) return false;
    const more = wide(room.from.wide) - (wide(from.wide) + amount);
    return more > 0 || (more === 0 && wasLeft(room));
  };
  const [first] = left
    .filter(gives)
    .sort(
      (one, other) =>
        standing(one) - standing(other) ||
        wide(other.from.wide) - wide(one.from.wide) ||
        narrow(other.from.narrow) - narrow(one.from.narrow) ||
        (standing(one) === order.led ? other.openedAt - one.openedAt : lastSign(one) - lastSign(other)),
    );
  return first;
}

const order = { left: 0, unled: 1, led: 2 } as const;

type Standing = (typeof order)[keyof typeof order];

function standingOf({ ledAt, openedAt }: HeldRoom, { leftAfter, unledAfter }: SpaceBounds, now: number): Standing {
  if (ledAt === undefined) return openedAt < now - unledAfter ? order.left : order.unled;
  return ledAt < now - leftAfter ? order.left : order.led;
}

/** The last time at which a teacher was known to be there. */
function lastSign({ ledAt, openedAt }: HeldRoom): number {
  return ledAt ?? openedAt;
}

function sums(
  rooms: readonly HeldRoom[],
  measure: (room: HeldRoom) => number,
  by: (room: HeldRoom) => string,
): (name: string) => number {
  const found = new Map<string, number>();
  for (const room of rooms) found.set(by(room), (found.get(by(room)) ?? 0) + measure(room));
  return (name) => found.get(name) ?? 0;
}
