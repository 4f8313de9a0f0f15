import type { Leave, Places } from "./places.ts";

/** Who has places, as a tree: everyone, a network, a part of it, and so on. */
interface Holder {
  /** The number of places of this node and all below it. */
  count: number;
  readonly parts: Map<string, Holder>;
  /** Functions that end each of its own places, oldest first. */
  readonly own: Set<() => void>;
}

const nobody = (): Holder => ({ count: 0, parts: new Map(), own: new Set() });

/**
 * Places of this process, for things that last. When none is free, the newest place is taken from the one with the
 * most: from the network with the most places, in it the part with the most, and so on, unless that would leave it with
 * fewer than the asking one. So a network without places always gets one, and repeated requests take nobody else's.
 * @param limits in all, and for one network: the first name of a path
 */
export function fairPlaces(limits: Places) {
  const all = nobody();
  /** All nodes on a path, from the root. */
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
   * @param path who asks: their network, the part of it, and so on; all paths have the same length
   * @param onTaken ends whatever has the place, once that goes to another
   * @returns a function that gives the place back; `undefined` when there is none
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
    // Read again: taking a place may have removed nodes.
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

/**
 * The newest place of the one with the most.
 * @param holders the nodes of the asking path; from index `at` on none is free
 */
function newestOfMost(holders: readonly Holder[], at: number): (() => void) | undefined {
  let holder = holders[at];
  for (let depth = at + 1; holder && depth < holders.length; depth++) {
    const own = holders[depth];
    const most = [...holder.parts.values()].reduce((one, other) => (other.count > one.count ? other : one));
    const isOwnWay = holder === holders[depth - 1];
    // The asking one has as many as any other.
    holder = isOwnWay && own && most.count <= own.count + 1 ? own : most;
  }
  return holder === holders.at(-1) ? undefined : [...(holder?.own ?? [])].at(-1);
}
