/** How many may be under way at once: in all, and for one party's widest group (or to one host). */
export interface Places {
  readonly all: number;
  readonly each: number;
}

/**
 * Who takes a place, as groups from the widest to the narrowest: a wide network, a narrow one in it, a session. A plain
 * name is a single group. Groups of the same level share evenly.
 */
export type Party = string | readonly string[];

/** What the holder of a place provides, so that the place may be given to somebody else. */
export interface Holder {
  /** Called at most once, when the place has gone to somebody else: whatever it was taken for must end. */
  readonly onLost: () => void;
  /**
   * Milliseconds by which the holder is behind its required pace. While it is positive, anybody without a place may get
   * this one.
   */
  readonly behind?: () => number;
}

/** Gives a place back; does nothing when called again, or after the place was lost. */
export type Leave = () => void;

/** Gives two places back, of which the second may not have been available. */
export function leaveBoth(first: Leave, second: Leave | undefined): Leave {
  return () => {
    first();
    second?.();
  };
}

/** A place that may be given to somebody else. */
interface Held {
  readonly groups: readonly string[];
  readonly holder: Holder;
  readonly release: () => boolean;
}

interface Waiting {
  readonly groups: readonly string[];
  readonly look: () => void;
}

/**
 * Places of this process; nothing is stored about a party without places. Where none is free, a party with fewer than
 * others gets the place of one of them: first one that is behind, then the newest of the group with the most. Only
 * places with a `Holder` can be taken.
 * @param spared a group with no more places than this loses only those that are behind
 */
export function countPlaces(limits: Places, spared = 1) {
  const { total, countOf, change } = countGroups();
  const held = new Set<Held>();
  const waiting = new Set<Waiting>();
  const isFull = ([widest]: readonly string[]) => total() >= limits.all || countOf(widest) >= limits.each;
  /** The place to take for these groups. Where their own limit is used up, it must be one of their own widest group. */
  const loserTo = (groups: readonly string[]): Held | undefined => {
    const isOwnUsedUp = countOf(groups[0]) >= limits.each;
    let loser: { readonly held: Held; readonly rank: readonly number[] } | undefined;
    for (const each of held) {
      const rank = rankOf(each, groups, { countOf, spared });
      if (!rank || (isOwnUsedUp && each.groups[0] !== groups[0])) continue;
      if (!loser || compare(rank, loser.rank) >= 0) loser = { held: each, rank };
    }
    return loser?.held;
  };
  /** @returns a function that gives the place back, `undefined` when none is available */
  const take = (party: Party, holder?: Holder): Leave | undefined => {
    const groups = groupsOf(party);
    const loser = isFull(groups) ? loserTo(groups) : undefined;
    if (loser?.release()) loser.holder.onLost();
    if (isFull(groups)) return undefined;
    change(groups, 1);
    let isTaken = true;
    const release = () => {
      if (!isTaken) return false;
      isTaken = false;
      if (mine) held.delete(mine);
      change(groups, -1);
      return true;
    };
    const mine = holder && { groups, holder, release };
    if (mine) held.add(mine);
    return () => {
      if (release()) wake();
    };
  };
  /** Serves the waiting: the groups with the fewest places first, and equal ones in order of arrival. */
  const wake = () => {
    if (waiting.size === 0) return;
    const inTurn = Array.from(waiting, ({ groups, look }) => ({ counts: groups.map(countOf), look }));
    for (const { look } of inTurn.sort((one, other) => compare(one.counts, other.counts))) look();
  };
  /** Waits for a place and takes it; `undefined` when `signal` aborts before. */
  const wait = (party: Party, signal: AbortSignal, holder?: Holder): Promise<Leave | undefined> =>
    new Promise((resolve) => {
      const look = () => {
        const leave = signal.aborted ? undefined : take(party, holder);
        if (!leave && !signal.aborted) return;
        waiting.delete(mine);
        signal.removeEventListener("abort", look);
        resolve(leave);
      };
      const mine = { groups: groupsOf(party), look };
      waiting.add(mine);
      signal.addEventListener("abort", look);
      look();
    });
  return { take, wait };
}

/** Counts the places of each group, and of all together. */
function countGroups() {
  const taken = new Map<string, number>();
  let total = 0;
  const countOf = (group: string | undefined) => (group === undefined ? 0 : (taken.get(group) ?? 0));
  const change = (groups: readonly string[], by: 1 | -1) => {
    for (const group of groups) {
      const count = countOf(group) + by;
      if (count > 0) taken.set(group, count);
      else taken.delete(group);
    }
    total += by;
  };
  return { total: () => total, countOf, change };
}

/** A unique name for each group, made of its own name and those of the wider groups. */
function groupsOf(party: Party): readonly string[] {
  const names = typeof party === "string" ? [party] : party;
  return names.map((_, at) => JSON.stringify(names.slice(0, at + 1)));
}

interface Counted {
  readonly countOf: (group: string | undefined) => number;
  readonly spared: number;
}

/**
 * The rank of a held place as one to take for the asking groups, highest first; `undefined` where they may not take it.
 */
function rankOf({ groups, holder }: Held, asking: readonly string[], { countOf, spared }: Counted) {
  const apart = groups.findIndex((group, at) => group !== asking[at]);
  // The narrowest groups, where both parties are in all the same groups.
  const theirs = countOf(groups.at(apart));
  const own = countOf(asking.at(apart));
  const behind = Math.max(holder.behind?.() ?? 0, 0);
  const hasTooMany = apart >= 0 && theirs > own + 1;
  const mayTake = behind > 0 ? apart < 0 || own === 0 || hasTooMany : hasTooMany && theirs > spared;
  return mayTake ? [Math.sign(behind), theirs, countOf(groups.at(-1)), behind] : undefined;
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [at, count] of one.entries()) {
    const difference = count - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
