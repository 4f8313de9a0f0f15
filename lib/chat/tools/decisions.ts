import { lastReminded } from "#lib/chat/instructions.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ChatHost, Consents, RunToolOffer, WriteToolOffer } from "#lib/chat/session.ts";
import { writeRequestOf } from "#lib/chat/tool-call.ts";
import { isGitPath, missingSentence, reachOf, resolveToolPath, ToolError } from "./reach.ts";
import { type SeenVersions, seenVersions } from "./versions.ts";
import { writeRefusal } from "./write-refusal.ts";

/** What the person is asked to allow, as the guard's own clause. */
export interface Asking {
  readonly reason: string;
}

/**
 * The decisions on a turn's calls before they run: whether the person is asked. A call that must fail is not asked
 * about. It gets its refusal even if it could succeed by the time it runs, since nobody was asked.
 */
export interface CallDecisions {
  /** The file versions that the conversation knows; its tools add to them. */
  readonly seen: SeenVersions;
  /** What the harness tells about skills that the model has newly come across. Each is told once. */
  news(): string | undefined;
  /** Decides on a call that looks at `path`. `undefined` where nobody has to be asked. */
  decideRead(callId: string, path: string): Asking | undefined;
  decideWrite(callId: string, input: unknown, writer: WriteToolOffer): Asking | undefined;
  decideRun(callId: string, input: unknown, runner: RunToolOffer): Asking | undefined;
  /**
   * Checks that a call may run.
   * @throws ToolError where the call was not asked about because it must fail, and where a write was never decided on
   */
  requireLeave(callId: string, kind?: "read" | "write"): void;
  /**
   * Checks for permission to run exactly this input: given by the person in this page, or permanently for such calls. A
   * permission recorded in a conversation counts for nothing, wherever that came from.
   * @throws ToolError where there is no permission
   */
  requireRunLeave(callId: string, input: unknown, runner: RunToolOffer): void;
}

const noConsents: Consents = new Map();

/**
 * The decisions of one turn.
 * @param consents the calls that the person has allowed
 */
export function createCallDecisions(
  host: ChatHost,
  messages: readonly ChatMessage[],
  consents: Consents = noConsents,
): CallDecisions {
  const seen = seenVersions(messages);
  /** The refusal of each decided call; `undefined` for a call that may run. */
  const refusals = new Map<string, string | undefined>();
  let reminded = lastReminded(messages);
  return {
    seen,
    news() {
      const news = host.news?.(seen.keys(), reminded);
      if (news !== undefined) reminded = `${reminded ?? ""}\n${news}`;
      return news;
    },
    decideRead(callId, given) {
      const reach = reachOf(host);
      const path = resolveToolPath(reach, given);
      const { permission, reason } = reach.guard(path, "read");
      if (permission !== "pending" || reach.allows(path, "read")) return undefined;
      const isThere = !isGitPath(path) && reach.files.stat(path) !== undefined;
      if (!isThere) refusals.set(callId, missingSentence(reach, "file", path));
      return isThere ? { reason } : undefined;
    },
    decideWrite(callId, input, writer) {
      const reach = reachOf(host);
      const refusal = writeRefusal(input, reach, writer, seen);
      refusals.set(callId, refusal);
      if (refusal !== undefined) return undefined;
      const path = resolveToolPath(reach, writeRequestOf(input)?.path ?? "");
      return reach.allows(path, "write") ? undefined : { reason: reach.guard(path, "write").reason };
    },
    decideRun(callId, input, runner) {
      const refusal = runner.refusal(input);
      refusals.set(callId, refusal);
      if (refusal !== undefined || runner.allows(input)) return undefined;
      return { reason: "every command that a model runs needs your word" };
    },
    requireRunLeave(callId, input, runner) {
      const refusal = refusals.get(callId) ?? runner.refusal(input);
      if (refusal !== undefined) throw new ToolError(refusal);
      const isAllowed = consents.get(callId) === JSON.stringify(input) || runner.allows(input);
      if (!isAllowed) throw new ToolError("Nobody has allowed this command, so it was not run.");
    },
    requireLeave(callId, kind = "read") {
      const isDecided = kind === "read" || refusals.has(callId);
      const refusal = isDecided ? refusals.get(callId) : "Nobody was asked whether this may be written.";
      if (refusal !== undefined) throw new ToolError(refusal);
    },
  };
}
