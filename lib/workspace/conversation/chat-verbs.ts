import type { ChatSession } from "#lib/chat/session.ts";
import { completeLaterWord, completeLine } from "#lib/harness/invocation/complete-line.ts";
import { elsewhereCompletions } from "#lib/harness/invocation/elsewhere.ts";
import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import type { Allowance } from "#lib/state/allowances.ts";
import type { Composer } from "#lib/tree/composer.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { withAllowance, withoutAllowance } from "./allowances.ts";
import { walkBranches } from "./conversations.ts";
import { completeFile, type FileCompletion } from "./file-paths.ts";
import { editMessage, giveBack, sendQueued, submitLine, type TalkNeeds } from "./talking.ts";

/** The details of an answer to a question about a call. */
export interface ApprovalAnswer {
  /** With yes: calls that this covers run without a question from now on. */
  readonly always?: Allowance | undefined;
  /** With no: why, in the person's words, which the model reads. */
  readonly reason?: string;
}

/** What a person can do with the message box and the conversation. */
export interface ChatVerbs {
  /** Submits a line from the message box: a harness command, an invocation or text, as the profile decides. */
  submit(line: string): Promise<void>;
  complete(line: string): readonly Completion[];
  /** Files of the workspace whose names or paths contain the typed text. */
  completeFile(begun: string): readonly FileCompletion[];
  setMessageText(text: string): void;
  stop(): void;
  retry(): Promise<void>;
  /** Continues an answer that was cut off; with `trimmed`, without the results of earlier tool calls. */
  proceed(how?: { readonly trimmed: boolean }): Promise<void>;
  /** Ends the current holdup of the turn: a wait before a retry, or the notice of silence. */
  endHoldup(): void;
  /** Moves a line from the queue back into the message box, before what is typed there. */
  unqueue(index: number): void;
  /** Sends the queued lines, also after a turn that did not finish. */
  sendQueued(): Promise<void>;
  /** Answers the question about a pending call. */
  approve(toolCallId: string, approved: boolean, how?: ApprovalAnswer): Promise<void>;
  /** Withdraws an allowance: the model has to ask again. */
  withdrawAllowance(allowance: Allowance): void;
  /** Attaches files to the next message; `attachRefusal` reports those that cannot be. */
  attach(files: readonly File[]): Promise<void>;
  /** Attaches a file of the workspace to the next message. */
  attachPath(path: string): Promise<void>;
  detach(index: number): void;
  /** Sends a line in place of an earlier message; what followed that stays as another branch. */
  editMessage(messageId: string, line: string): Promise<void>;
  /** Shows the branch `by` steps from the one that contains the message. */
  walkBranches(messageId: string, by: number): Promise<void>;
}

interface ChatVerbNeeds extends TalkNeeds {
  readonly tree: Tree;
}

/** Most messages have no file. */
const attaching = () => import("./attach.ts");

/** @param stop stops the current answer, or the one about to begin */
export function chatVerbs(needs: ChatVerbNeeds, stop: () => void): ChatVerbs {
  const { slice, tree, harness, composer, sessions } = needs;
  const { changing } = needs.keeping;
  /** Runs a verb of the conversation, then sends what was queued meanwhile. */
  const turn = (act: (session: ChatSession) => Promise<void>) =>
    changing(async () => {
      const session = await sessions.session();
      if (!session) return;
      await act(session);
      await sendQueued(needs);
    });
  return {
    submit: changing((line) => submitLine(needs, line)),
    complete: (line) => {
      const [profile, session] = [harness.profile(), harness.session()];
      const { discovery } = harness.state().view.onDisk ?? session;
      return [
        ...completeLine(profile, session, line),
        ...completeLaterWord(profile, session, line),
        ...elsewhereCompletions(profile, session.discovery, line, discovery),
      ];
    },
    completeFile: (begun) => completeFile(tree.state().files, begun),
    setMessageText: (messageText) => composer.put({ messageText }),
    stop,
    retry: turn((session) => session.retry()),
    proceed: changing(({ trimmed } = { trimmed: false }) =>
      turn((session) => (trimmed ? session.proceedTrimmed() : session.proceed()))(),
    ),
    endHoldup: () => sessions.open?.endHoldup(),
    sendQueued: changing(() => sendQueued(needs, { byHand: true })),
    unqueue: (index) => takeBack(composer, index),
    approve: changing((toolCallId, approved, { always, reason } = {}) => {
      const deciding = { allowances: slice.get().allowances, ...tree.state(), ...harness.state() };
      if (approved && always) slice.set({ allowances: withAllowance(deciding, always) });
      return turn((session) => session.approve(toolCallId, approved, reason))();
    }),
    withdrawAllowance: (allowance) => slice.set({ allowances: withoutAllowance(slice.get().allowances, allowance) }),
    attach: (files) => composer.attaching(attaching().then((code) => code.attachFiles(needs, files))),
    attachPath: (path) => composer.attaching(attaching().then((code) => code.attachPath(needs, path))),
    detach: (index) => {
      const { attachments } = composer.state();
      composer.put({ attachments: attachments.toSpliced(index, 1), attachRefusal: undefined });
    },
    editMessage: changing((id, line) => editMessage(needs, id, line)),
    walkBranches: changing((id, by) => walkBranches(needs, id, by)),
  };
}

/** Takes a line out of the queue, back into the box, before what is being typed there. */
function takeBack(composer: Composer, index: number): void {
  const { queued } = composer.state();
  const line = queued[index];
  if (!line) return;
  composer.put({ queued: queued.toSpliced(index, 1) });
  giveBack(composer, line);
}
