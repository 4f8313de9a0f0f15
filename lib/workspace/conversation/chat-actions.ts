import type { ModelSettings } from "#lib/chat/model-settings.ts";
import type { ChatSession } from "#lib/chat/session.ts";
import { completeLine } from "#lib/harness/invocation/complete-line.ts";
import { elsewhereCompletions } from "#lib/harness/invocation/elsewhere.ts";
import type { Completion } from "#lib/harness/vocabulary/commands.ts";
import { type Changing, type Core, currentProfile, type WorkspaceChat } from "#lib/workspace/core.ts";
import { keepModels } from "#lib/workspace/models/kept-models.ts";
import type { Allowance } from "#lib/workspace/state/allowances.ts";
import { withAllowance, withoutAllowance } from "./allowances.ts";
import { walkBranches } from "./conversations.ts";
import type { FileCompletion } from "./file-paths.ts";
import { completeFile } from "./file-paths.ts";
import { answerBy, harnessSession } from "./skills-actions.ts";
import { editMessage, keepUnsent, sendQueued, submitLine } from "./workspace-chat.ts";

/** How a question about a call is answered, besides with yes or no. */
export interface ApprovalAnswer {
  /** With yes: others of the kind run without a question, too. */
  readonly always?: Allowance | undefined;
  /** With no: why, in the person's words, which the model reads. */
  readonly reason?: string;
}

/** What is done with the message box and the conversation. */
export interface ChatActions {
  /** A line from the message box: harness command, invocation or text, as the profile decides. */
  submit(line: string): Promise<void>;
  complete(line: string): readonly Completion[];
  /** Files of the workspace whose names or paths hold what was typed. */
  completeFile(begun: string): readonly FileCompletion[];
  setMessageText(text: string): void;
  stop(): void;
  retry(): Promise<void>;
  /** Goes on with an answer that was cut off; with `trimmed`, without the results of earlier tool calls. */
  proceed(how?: { readonly trimmed: boolean }): Promise<void>;
  /** Ends what holds the turn up: the wait before another try, or the note that nothing comes. */
  endHoldup(): void;
  /** Takes a line that waits to be sent back out; its text goes into the message box where that is empty. */
  unqueue(index: number): void;
  /** Sends what waits, also after a turn that did not come to its end. */
  sendQueued(): Promise<void>;
  /** Answers a call that waits. */
  approve(toolCallId: string, approved: boolean, how?: ApprovalAnswer): Promise<void>;
  /** From now on the model has to ask again. */
  withdrawAllowance(allowance: Allowance): void;
  /** Has files go along with the next message; those that cannot are told by `attachRefusal`. */
  attach(files: readonly File[]): Promise<void>;
  /** The same with a file of the workspace. */
  attachPath(path: string): Promise<void>;
  detach(index: number): void;
  /** Sends a line in place of one that was sent before; what came of that stays, as another branch. */
  editMessage(messageId: string, line: string): Promise<void>;
  /** Shows the branch so many steps from the one in which the message stands. */
  walkBranches(messageId: string, by: number): Promise<void>;
  /** Resolves when the catalog is one for what the model takes in. */
  setModels(models: ModelSettings): Promise<void>;
}

/** The verbs of the conversation on show. @param changing refuses what a read-only tab may not do */
export function chatActions(core: Core, chat: WorkspaceChat, changing: Changing): ChatActions {
  const { store } = core;
  /** A verb of the conversation, after which what was queued meanwhile is sent. */
  const turn = (act: (session: ChatSession) => Promise<void>) =>
    changing(async () => {
      await act(await chat.session());
      await sendQueued(core, chat);
    });
  return {
    submit: changing((line) => submitLine(core, chat, line)),
    complete: (line) => {
      const profile = currentProfile(core);
      const session = harnessSession(core);
      return [...completeLine(profile, session, line), ...elsewhereCompletions(profile, session.discovery, line)];
    },
    completeFile: (begun) => completeFile(store.getState().files, begun),
    setMessageText: (messageText) => keepUnsent(core, { messageText }),
    stop: chat.stop,
    retry: turn((session) => session.retry()),
    proceed: changing(({ trimmed } = { trimmed: false }) =>
      turn((session) => (trimmed ? session.proceedTrimmed() : session.proceed()))(),
    ),
    endHoldup: () => chat.open?.endHoldup(),
    sendQueued: changing(() => sendQueued(core, chat, { byHand: true })),
    unqueue: (index) => {
      const { queued, messageText, attachments } = store.getState();
      const line = queued[index];
      const isEmpty = messageText === "" && attachments.length === 0;
      const back = isEmpty && line ? { messageText: line.text, attachments: line.attachments } : {};
      keepUnsent(core, { queued: queued.toSpliced(index, 1), ...back });
    },
    approve: changing((toolCallId, approved, { always, reason } = {}) => {
      if (approved && always) store.setState({ allowances: withAllowance(store.getState(), always) });
      return turn((session) => session.approve(toolCallId, approved, reason))();
    }),
    withdrawAllowance: (allowance) =>
      store.setState({ allowances: withoutAllowance(store.getState().allowances, allowance) }),
    attach: async (files) => (await import("./attach.ts")).attachFiles(core, files),
    attachPath: async (path) => (await import("./attach.ts")).attachPath(core, path),
    detach: (index) => {
      const { attachments } = store.getState();
      keepUnsent(core, { attachments: attachments.toSpliced(index, 1), attachRefusal: undefined });
    },
    editMessage: changing((id, line) => editMessage(core, chat, id, line)),
    walkBranches: changing((id, by) => walkBranches(core, chat, id, by)),
    setModels: async (models) => {
      keepModels(models);
      await answerBy(core, models);
    },
  };
}
