import type { HarnessOutput, RunResult } from "#lib/chat/message.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";
import type { Keeping } from "#lib/keeping/keeping.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import type { ModelRun, RunChange } from "#lib/state/model-run.ts";
import type { Slice } from "#lib/state/slices.ts";
import type { Files } from "#lib/vfs/files.ts";
import { offerNotes, offerText } from "./offer-text.ts";
import { overwrites } from "./run-changes.ts";
import type { RunEnd, StartLine } from "./run-line.ts";
import { createRunLog } from "./run-log.ts";
import { toldOutput } from "./told-output.ts";

/** A model's command that the person has allowed. */
export interface ModelCommand {
  readonly id: string;
  readonly line: string;
  readonly cwd: string;
  readonly seconds: number;
  /** Characters of output that the model gets. */
  readonly limit: number;
  readonly signal: AbortSignal;
  mayRead(path: string): boolean;
  /** What happens to a change: it is kept, refused, or the person is asked. */
  fateOf(change: RunChange): "kept" | "refused" | "asked";
}

export interface ModelRuns {
  /**
   * Runs a command. Where it has changed files, waits until the person has decided which to keep, so that the model
   * reads the real state.
   * @throws the signal's reason
   */
  run(command: ModelCommand): Promise<HarnessOutput>;
  decide(callId: string, kept: readonly RunChange[]): void;
}

interface ModelRunNeeds {
  readonly slice: Slice<"runs">;
  /** The current files. */
  readonly files: () => Files;
  readonly keeping: Keeping;
  readonly start: StartLine;
  readonly keep: (changes: readonly RunChange[]) => Promise<void>;
}

/** Runs whose whole output is shown; of older ones, the text that the model has read. */
const mostShown = 20;

/** The most paths of changed files that a conversation keeps of a run. */
const mostKept = 50;

export function createModelRuns({ slice, files, keeping, start, keep }: ModelRunNeeds): ModelRuns {
  const decisions = createDecisions();

  function show(id: string, run: ModelRun): void {
    const others = [...slice.get().modelRuns].filter(([other]) => other !== id);
    slice.set({ modelRuns: new Map([...others, [id, run] as const].slice(-mostShown)) });
  }

  async function keepOf(command: ModelCommand, end: RunEnd, ask: (asked: readonly RunChange[]) => void) {
    const fates = Map.groupBy(end.changes, (change) => fateOf(change, command, files()));
    const { kept: sure = [], asked = [], refused = [] } = Object.fromEntries(fates);
    if (asked.length > 0) ask(asked);
    const chosen = asked.length > 0 ? await decisions.of(command) : [];
    const kept = [...sure, ...asked.filter((change) => chosen.includes(change))];
    const cannot = keeping.isFollowing()
      ? "This workspace is open in another tab."
      : await failureOfKeeping(keep, kept);
    if (cannot !== undefined)
      return { kept: [], left: [...sure, ...asked], refused, said: `Nothing was kept: ${cannot}` };
    return { kept, left: asked.filter((change) => !chosen.includes(change)), refused };
  }

  return {
    decide: decisions.decide,
    async run(command) {
      const { id, line, cwd, seconds, limit, signal } = command;
      const log = createRunLog();
      const shown = (changed: Partial<ModelRun>) => show(id, { log, undecided: [], isRunning: false, ...changed });
      shown({ isRunning: true });
      try {
        const onOutput = (stream: "out" | "err", text: string) => log.add({ stream, text });
        const end = await start({ line, cwd, seconds, signal, onOutput, mayRead: command.mayRead });
        signal.throwIfAborted();
        const {
          kept,
          left,
          refused,
          said = end.said,
        } = await keepOf(command, end, (undecided) => shown({ undecided }));
        const paths = (changes: readonly RunChange[]) => changes.map(({ path }) => path);
        const told = { kept: paths(kept), left: paths(left), refused: paths(refused) };
        const { status } = end;
        const text = toldOutput(log.pieces(), limit, {
          ...told,
          ...(said !== undefined && { said }),
          ...(end.offer && { notes: notesOn(end.offer) }),
          ...(status !== undefined && { status }),
        });
        const ran = { ...named(told.kept), left: left.length + refused.length };
        return { text, ran: { ...ran, ...howItEnded(end) } };
      } finally {
        decisions.forget(id);
        shown({});
      }
    },
  };
}

/** What the person has edited meanwhile is overwritten only if they say so. */
function fateOf(change: RunChange, command: ModelCommand, files: Files): ReturnType<ModelCommand["fateOf"]> {
  const fate = command.fateOf(change);
  return fate === "kept" && overwrites(change, files) ? "asked" : fate;
}

function named(kept: readonly string[]): Pick<RunResult, "kept" | "keptMore"> {
  const more = kept.length - mostKept;
  return { kept: kept.slice(0, mostKept), ...(more > 0 && { keptMore: more }) };
}

function howItEnded({ status, scripts }: RunEnd): Pick<RunResult, "status" | "scripts"> {
  return { ...(status !== undefined && { status }), ...(scripts.length > 0 && { scripts: [...scripts] }) };
}

/** What a model is told about packages: only its person can have them fetched. */
function notesOn(offer: PackageOffer): readonly string[] {
  const text = offerText(offer);
  return [
    ...(text === undefined ? [] : [`${text} The person can fetch that in the terminal, where the script is run.`]),
    ...offerNotes(offer),
  ];
}

/** The person's decisions about changes, each by the waiting call. */
function createDecisions() {
  const waiting = new Map<string, (kept: readonly RunChange[]) => void>();
  return {
    of: ({ id, signal }: ModelCommand) =>
      new Promise<readonly RunChange[]>((resolve, reject) => {
        const stop = () => reject(signal.reason);
        signal.addEventListener("abort", stop, { once: true });
        if (signal.aborted) stop();
        waiting.set(id, (kept) => {
          signal.removeEventListener("abort", stop);
          resolve(kept);
        });
      }),
    decide(callId: string, kept: readonly RunChange[]): void {
      waiting.get(callId)?.(kept);
      waiting.delete(callId);
    },
    forget: (callId: string) => waiting.delete(callId),
  };
}

/** Why these changes cannot be kept; `undefined` once they are. */
async function failureOfKeeping(
  keep: ModelRunNeeds["keep"],
  changes: readonly RunChange[],
): Promise<string | undefined> {
  try {
    if (changes.length > 0) await keep(changes);
    return undefined;
  } catch (caught) {
    return failureText(failureOrThrow(caught));
  }
}
