/** A part of a run. */
export interface Job {
  readonly name: string;
  /** Jobs that must have ended before it begins, where they are part of the run. */
  readonly after?: readonly string[];
}

/**
 * Runs jobs side by side, each as soon as there is room and what it comes after has ended; of those that could begin, the first in the
 * list does. Resolves when all have ended.
 * @param room how many may run at one time
 * @param run must not reject
 * @throws Error if jobs wait for one another
 */
export async function runSideBySide<J extends Job>(
  jobs: readonly J[],
  room: number,
  run: (job: J) => Promise<void>,
): Promise<void> {
  const waiting = new Set(jobs);
  const unfinished = new Set(jobs.map(({ name }) => name));
  const running = new Set<Promise<void>>();
  const canBegin = ({ after = [] }: J) => !after.some((name) => unfinished.has(name));
  const begin = (job: J) => {
    waiting.delete(job);
    const end = run(job).then(() => {
      running.delete(end);
      unfinished.delete(job.name);
    });
    running.add(end);
  };
  while (waiting.size > 0 || running.size > 0) {
    const next = running.size < room ? [...waiting].find(canBegin) : undefined;
    if (next) begin(next);
    else if (running.size > 0) await Promise.race(running);
    else throw new Error(`These wait for one another: ${[...waiting].map(({ name }) => name).join(", ")}.`);
  }
}
