import type { Leave, Places } from "./places.ts";

/** Who has places, as a tree: all, a network, a part of it, and so on. */
interface Holder {
  /** Places of it and of all below. */
  count: number;
  readonly parts: Map<string, Holder>;
  /** What ends each of its own places, the oldest first. */
  readonly own: Set<() => void>;
}

const nobody = (): Holder => ({ count: 0, parts: new Map(), own: new Set() });

/**
 * Places of this process, for asked-for things that last. When none is free, whoever asks takes one from who has the most:
 * the network with the most places, in it the part with the most, and so on, its newest place; unless that would leave it
 * with fewer than who asks. So a network without any always gets one, and who asks again and again gets nobody's.
 * @param limits in all, and of one network: the first name of a path
 */
export function fairPlaces(limits: Places) {
  const all = nobody();
  /** All that a path leads through, from the whole on. */
  const along = (path: readonly string[]): Holder[] => {
    const holders = [all];
    for (const name of path) {
      const parts = holders.at(-1)?.parts ?? new Map<string, Holder>();
      if (!parts.has(name)) parts.set(name, nobody());
      holders.push(parts.get(name) as Holder);
    }
    return holders;
  };
  const forget = (path: readonly string[], holders: readonly Holder[]) => {
    path.forEach((name, index) => {
      if (holders[index + 1]?.count === 0) holders[index]?.parts.delete(name);
    });
  };
  /**
   * @param path who asks: their network, the part of it, and so on; all paths are of one length
   * @param onTaken ends what has the place, once another is given it
   * @returns what gives the place back; `undefined` when there is none
   */
  return (path: readonly string[], onTaken: () => void): Leave | undefined => {
    const holders = along(path);
    const [, network] = holders;
    const full = (network?.count ?? 0) >= limits.each ? 1 : all.count >= limits.all ? 0 : undefined;
    if (full !== undefined) {
      const taken = newestOfMost(holders, full);
      if (!taken) {
        forget(path, holders);
        return undefined;
      }
      taken();
    }
    // A tree that what was taken has been cut from.
    const mine = along(path);
    const place = () => {
      leave();
      onTaken();
    };
    const leave = () => {
      if (!mine.at(-1)?.own.delete(place)) return;
      for (const holder of mine) holder.count--;
      forget(path, mine);
    };
    for (const holder of mine) holder.count++;
    mine.at(-1)?.own.add(place);
    return leave;
  };
}

/** The newest place of whom most is to be taken from. @param holders who asks; from the `at`th on there is none free */
function newestOfMost(holders: readonly Holder[], at: number): (() => void) | undefined {
  let holder = holders[at];
  for (let depth = at + 1; holder && depth < holders.length; depth++) {
    const own = holders[depth];
    const most = [...holder.parts.values()].reduce((one, other) => (other.count > one.count ? other : one));
    const isOwnWay = holder === holders[depth - 1];
    // Who asks has as many as anybody.
    holder = isOwnWay && own && most.count <= own.count + 1 ? own : most;
  }
  return holder === holders.at(-1) ? undefined : [...(holder?.own ?? [])].at(-1);
}
