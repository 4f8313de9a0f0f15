/** How many may be under way at once: in all, and of one network (or to one host). */
export interface Places {
  readonly all: number;
  readonly each: number;
}

/** Gives a place back; further calls do nothing. */
export type Leave = () => void;

/** Gives two places back, of which the second may not have been free. */
export function leaveBoth(first: Leave, second: Leave | undefined): Leave {
  return () => {
    first();
    second?.();
  };
}

/** Places of this process, by key; nothing is kept of a key that has none taken. */
export function countPlaces(limits: Places) {
  const taken = new Map<string, number>();
  const waiting = new Set<() => void>();
  let total = 0;
  const change = (key: string, by: 1 | -1) => {
    const count = (taken.get(key) ?? 0) + by;
    if (count > 0) taken.set(key, count);
    else taken.delete(key);
    total += by;
  };
  /** @returns what gives the place back, `undefined` when none is free */
  const take = (key: string): Leave | undefined => {
    if (total >= limits.all || (taken.get(key) ?? 0) >= limits.each) return undefined;
    change(key, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      change(key, -1);
      for (const look of [...waiting]) look();
    };
  };
  /** Waits for a place and takes it, first come first served; `undefined` when `signal` aborts before. */
  const wait = (key: string, signal: AbortSignal): Promise<Leave | undefined> =>
    new Promise((resolve) => {
      const look = () => {
        const leave = signal.aborted ? undefined : take(key);
        if (!leave && !signal.aborted) return;
        waiting.delete(look);
        signal.removeEventListener("abort", look);
        resolve(leave);
      };
      waiting.add(look);
      signal.addEventListener("abort", look);
      look();
    });
  return { take, wait };
}
