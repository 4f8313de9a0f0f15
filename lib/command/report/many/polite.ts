import { setTimeout as wait } from "node:timers/promises";

export interface Politeness {
  /** Most items under way at once. */
  readonly parallel: number;
  /** Most items under way at one host. */
  readonly perHost: number;
  /** Milliseconds between two starts at one host. */
  readonly pause: number;
  readonly signal: AbortSignal;
}

interface Host<Item> {
  readonly left: Item[];
  active: number;
  /** Time at which its next item may start, by `performance.now()`. */
  free: number;
}

/** Processes all items, taking turns between hosts and keeping to each host's limits. Ends early when aborted. */
export async function politely<Item extends { readonly host: string }>(
  items: readonly Item[],
  { parallel, perHost, pause, signal }: Politeness,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const hosts = [...Map.groupBy(items, ({ host }) => host).values()].map(
    (left): Host<Item> => ({ left: left.toReversed(), active: 0, free: 0 }),
  );
  const running = new Set<Promise<void>>();
  while (!signal.aborted) {
    const waiting = hosts.filter(({ left }) => left.length > 0);
    if (waiting.length === 0) break;
    const now = performance.now();
    const ready = waiting.filter(({ active, free }) => active < perHost && free <= now);
    for (const host of ready.slice(0, parallel - running.size)) begin(host, now);
    // A host that has just started an item goes behind the others.
    hosts.sort((a, b) => a.free - b.free);
    if (ready.length === 0 || running.size >= parallel) await change(waiting, now);
  }
  await Promise.all(running);

  function begin(host: Host<Item>, now: number): void {
    const item = host.left.pop();
    if (!item) return;
    host.active++;
    host.free = now + pause;
    const done = work(item).finally(() => {
      host.active--;
      running.delete(done);
    });
    running.add(done);
  }

  /** Resolves when an item has ended, or when a host's pause is over. */
  async function change(waiting: readonly Host<Item>[], now: number): Promise<void> {
    const soonest = Math.min(...waiting.filter(({ active }) => active < perHost).map(({ free }) => free - now));
    const isTimed = running.size < parallel && Number.isFinite(soonest);
    const timer = isTimed ? [wait(Math.max(1, soonest), undefined, { signal }).catch(() => undefined)] : [];
    await Promise.race([...running, ...timer]);
  }
}
