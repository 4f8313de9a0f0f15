import type { Failure } from "#lib/failure.ts";
import type { GuardDecision, Operation, ReadToolNames } from "#lib/harness/vocabulary/access.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { Attachment, ChatData, ChatMessage, HarnessOutput, Invoked, SentReminder } from "./message.ts";
import type { ModelSettings } from "./model-settings.ts";

/** What a conversation needs from the workspace around it. Called again for each request, never cached. */
export interface ChatHost {
  /** The current tree. */
  files(): Files;
  /** The working folder, to which relative paths in tool calls refer. */
  cwd(): string;
  /** The home folder, for which `~/` stands; `/home/user` when absent. */
  home?(): string;
  /** The instructions before the conversation, with the catalog where the harness puts it there. */
  instructions(): Instructions;
  /** The harness's own tool that hands out skills, where it has one. */
  skillTool?(): SkillToolOffer | undefined;
  /** The model's names for the tools that look at files; the lab's own names when absent. */
  readTools?(): ReadToolNames;
  /** The tools by which the model changes files; none when absent. */
  writeTools?(): readonly WriteToolOffer[];
  /** The tool by which the model runs commands; none when absent. */
  runTool?(): RunToolOffer | undefined;
  /**
   * The reminder that the harness adds to the person's next message, where it adds one. `reminded`: the catalog that
   * the conversation was told last.
   */
  remind?(message: Pick<OutgoingMessage, "text" | "invoked">, reminded: string | undefined): Reminded | undefined;
  /**
   * What the harness adds to the result of a call by which the model has come across skills. `touched`: files that the
   * model has read or changed. `reminded`: the catalog that the conversation was told last.
   */
  news?(touched: Iterable<string>, reminded: string | undefined): string | undefined;
  /** Whether the model may do `operation` on the absolute, normal `path`. `pending` asks the person. */
  guard(path: string, operation: Operation): GuardDecision;
  /** Whether the person has allowed this permanently; where not, or where absent, each such call asks. */
  allows?(path: string, operation: Operation): boolean;
  models(): ModelSettings;
  /** Why the page cannot reach the chosen model at all, where that is known before a request is sent. */
  blocked?(): Failure | undefined;
}

export interface Instructions {
  readonly system: string;
  /** A message with the role `developer` after the system prompt, where the harness sends one. */
  readonly developer?: string;
}

/** A tool that hands out a skill's instructions by name, as it is offered to the model. */
export interface SkillToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input, exactly as the harness gives it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Runs a call with the harness as it is at that time. */
  call(input: unknown, handedOut: HandedOut): HarnessOutput;
}

/** Which skills a conversation has received. */
export interface HandedOut {
  /** Names of the skills that the tool has handed out. */
  readonly names: ReadonlySet<string>;
  /** By name, the version of the text that the tool or a person's invocation handed out last. */
  readonly versions: ReadonlyMap<string, string>;
  /** The text that the person has written. */
  readonly said: string;
  /** Files that the model has read or changed. */
  readonly touched: Iterable<string>;
}

/** A tool that changes files, under the harness's name for it. */
export interface WriteToolOffer {
  /** `write`: a whole file. `replace`: a text that occurs once in a file. `patch`: several changes, all or none. */
  readonly kind: "write" | "replace" | "patch";
  readonly name: string;
  /** Why a request would be refused on the current tree; `undefined` where it would not. */
  refusal?(request: WriteRequest): string | undefined;
  /** Makes the change in the current tree and saves it. Asks neither guard nor person again. */
  run(request: WriteRequest): Promise<WriteResult>;
}

/** The tool that runs commands, under the harness's name for it. */
export interface RunToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input, as the harness gives it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Why a call would be refused, as the model reads it; `undefined` where it would not. */
  refusal(input: unknown): string | undefined;
  /** Whether the person has allowed such calls permanently, given the current files. */
  allows(input: unknown): boolean;
  /**
   * Runs the call's command, and lets the person choose which changes to keep. Does not ask again whether it may run.
   * @throws the signal's reason
   */
  run(call: RunCall): Promise<HarnessOutput>;
}

export interface RunCall {
  readonly id: string;
  readonly input: unknown;
  readonly signal: AbortSignal;
}

/** The calls that the person has allowed in this page: call id to the input that was shown, as JSON. */
export type Consents = ReadonlyMap<string, string>;

/** What a model asks a write tool to do. */
export interface WriteRequest {
  /** The path as the model wrote it. */
  readonly path: string;
  readonly content?: string;
  readonly patches?: readonly { readonly find: string; readonly replace: string }[];
}

export type WriteResult =
  | { readonly kind: "written"; readonly output: string }
  /** `reason`: the harness's message to the model. */
  | { readonly kind: "refused"; readonly reason: string };

/** A reminder, with the message that it travels with. */
export interface Reminded extends SentReminder {
  /** The message's whole text. */
  readonly text: string;
}

export type ChatStatus =
  | { readonly kind: "ready" }
  /** Sent, without an answer yet. */
  | { readonly kind: "waiting"; readonly holdup?: Holdup | undefined }
  | { readonly kind: "streaming"; readonly holdup?: Holdup | undefined }
  /** A tool call waits for the person's decision. */
  | { readonly kind: "asking" }
  /** The last turn was stopped, or the page was closed during it: what came is kept, and the turn can be continued. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Why nothing arrives at the moment. */
export type Holdup =
  /** The provider has sent nothing for a minute. */
  | { readonly kind: "silence" }
  /**
   * The provider refused for the moment, before its answer began: the call is retried at `at` (milliseconds since
   * 1970).
   */
  | {
      readonly kind: "pause";
      readonly failure: Failure;
      readonly at: number;
      readonly attempt: number;
      readonly of: number;
    };

export interface Conversation {
  readonly messages: readonly ChatMessage[];
  readonly status: ChatStatus;
}

export interface OutgoingMessage {
  /** What the model receives, without a reminder. */
  readonly text: string;
  /** The typed text, where it differs. */
  readonly typed?: string;
  readonly invoked?: Invoked;
  readonly attachments?: readonly Attachment[];
}

/** A running conversation, independent of React. Each method leaves a consistent `Conversation` behind. */
export interface ChatSession {
  /** Resolves when the turn has ended: answered, stopped, failed or waiting for an approval. Never rejects. */
  send(message: OutgoingMessage): Promise<void>;
  /** Ends the turn; what has arrived stays. */
  stop(): void;
  /** Answers the last user message again, in place of the current answer. */
  retry(): Promise<void>;
  /** Continues an answer that was cut off; every finished step stays, and no tool runs again. */
  proceed(): Promise<void>;
  /** As `proceed`, without the results of earlier tool calls: for a conversation that has become too long. */
  proceedTrimmed(): Promise<void>;
  /** Ends the current holdup: a pause is skipped, silence is accepted for another minute. */
  endHoldup(): void;
  /** Decides on a pending tool call. `reason`: why not, in the person's words, which the model reads. */
  approve(toolCallId: string, approved: boolean, reason?: string): Promise<void>;
  /** Adds a harness command with its output: shown and kept, never sent to a model. */
  addCommand(command: ChatData["command"]): void;
  /** Continues from these messages: another branch, or a part of this one. Ends the running turn. */
  show(messages: readonly ChatMessage[]): void;
}

export interface ChatSessionOptions {
  readonly host: ChatHost;
  readonly messages: readonly ChatMessage[];
  /** Called on every change, at most once a frame while streaming. */
  readonly onChange: (conversation: Conversation) => void;
}

// `createChatSession` lives in turns/create-session.ts, so that these types can be imported without the AI SDK.
