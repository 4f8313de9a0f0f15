import type { Failure } from "#lib/failure.ts";
import type { GuardDecision, Operation, ReadToolNames } from "#lib/harness/vocabulary/access.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { Attachment, ChatData, ChatMessage, HarnessOutput, Invoked, SentReminder } from "./message.ts";
import type { ModelSettings } from "./model-settings.ts";

/** What a conversation needs from the workspace around it. Called anew for each request, never cached. */
export interface ChatHost {
  /** The tree as it is now. */
  files(): Files;
  /** The working folder: relative paths in tool calls count from it. */
  cwd(): string;
  /** The home folder, which `~/` stands for; `/home/user` when absent. */
  home?(): string;
  /** What stands before the conversation, catalog included when the harness puts it there. */
  instructions(): Instructions;
  /** The harness's own tool that hands out skills, where it has one. */
  skillTool?(): SkillToolOffer | undefined;
  /** What the model knows the tools by that look at files; the lab's own names when absent. */
  readTools?(): ReadToolNames;
  /** The tools by which the model changes files; none when absent. */
  writeTools?(): readonly WriteToolOffer[];
  /** The tool by which the model runs commands; none when absent. */
  runTool?(): RunToolOffer | undefined;
  /**
   * The person's next message as the harness sends it, where it adds a reminder of its skills. `reminded`: the catalog as
   * the conversation has it so far.
   */
  remind?(message: string, reminded: string | undefined): Reminded | undefined;
  /**
   * What the harness adds to the result of a call by which the model has come across skills. `touched`: files that it has read
   * or changed; `reminded`: as above.
   */
  news?(touched: Iterable<string>, reminded: string | undefined): string | undefined;
  /** Whether the model may do `operation` on the absolute, normal `path`. `pending` asks the person. */
  guard(path: string, operation: Operation): GuardDecision;
  /** Whether the person has allowed this once for all; where not, or absent, each such call asks. */
  allows?(path: string, operation: Operation): boolean;
  models(): ModelSettings;
  /** Why the page cannot reach the chosen model at all, where that is known before anything is sent. */
  blocked?(): Failure | undefined;
}

export interface Instructions {
  /** The system prompt. */
  readonly system: string;
  /** A message of the role developer behind it, where the harness sends one. */
  readonly developer?: string;
}

/** A tool that hands out a skill's instructions by name, as it is offered to the model. */
export interface SkillToolOffer {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of its input, exactly as the harness gives it. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** Runs a call over the harness as it is then. */
  call(input: unknown, handedOut: HandedOut): HarnessOutput;
}

/** What of skills a conversation has had. */
export interface HandedOut {
  /** Names of the skills that the tool has handed out. */
  readonly names: ReadonlySet<string>;
  /** By name, the version of the text that the tool or a person's line has handed out last. */
  readonly versions: ReadonlyMap<string, string>;
  /** What the person has said. */
  readonly said: string;
  /** Files that the model has read or changed. */
  readonly touched: Iterable<string>;
}

/** A tool that changes files, under the harness's name for it. */
export interface WriteToolOffer {
  /** `write`: a whole file. `replace`: a text that stands in a file once. `patch`: several such, all or none. */
  readonly kind: "write" | "replace" | "patch";
  readonly name: string;
  /** Why it would be refused, over the tree as it is now; `undefined` where it would not. */
  refusal?(request: WriteRequest): string | undefined;
  /** Does it and keeps it, over the tree as it is then. Neither guard nor person is asked any more. */
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
  /** Whether the person has allowed such a call once for all, as the files are now. */
  allows(input: unknown): boolean;
  /**
   * Runs the call's command, and has the person say what is kept of what it changed. Nobody is asked any more whether it may run.
   * @throws the signal's reason
   */
  run(call: RunCall): Promise<HarnessOutput>;
}

export interface RunCall {
  readonly id: string;
  readonly input: unknown;
  /** Ends it. */
  readonly signal: AbortSignal;
}

/** The calls to which the person has said yes in this page: by their ids, the inputs that they were shown, as JSON. */
export type Consents = ReadonlyMap<string, string>;

/** What the model asks a write tool for. */
export interface WriteRequest {
  /** The path as the model wrote it. */
  readonly path: string;
  readonly content?: string;
  readonly patches?: readonly { readonly find: string; readonly replace: string }[];
}

export type WriteResult =
  | { readonly kind: "written"; readonly output: string }
  /** `reason`: what the harness says to the model. */
  | { readonly kind: "refused"; readonly reason: string };

/** A message with the catalog that travels with it. */
export interface Reminded extends SentReminder {
  /** The whole of it. */
  readonly text: string;
}

export type ChatStatus =
  | { readonly kind: "ready" }
  /** Sent, nothing back yet. */
  | { readonly kind: "waiting"; readonly holdup?: Holdup | undefined }
  | { readonly kind: "streaming"; readonly holdup?: Holdup | undefined }
  /** A tool call waits for the person's yes or no. */
  | { readonly kind: "asking" }
  /** The last turn was stopped, or the page was closed in its midst: what came is there, and it can go on. */
  | { readonly kind: "interrupted" }
  | { readonly kind: "failed"; readonly failure: Failure };

/** Why nothing comes at the moment. */
export type Holdup =
  /** The provider has said nothing for a minute. */
  | { readonly kind: "silence" }
  /** It refused for now, before it had said anything: the call is made again at `at` (milliseconds since 1970). */
  | {
      readonly kind: "pause";
      readonly failure: Failure;
      readonly at: number;
      /** Which of how many tries the next one is. */
      readonly attempt: number;
      readonly of: number;
    };

export interface Conversation {
  readonly messages: readonly ChatMessage[];
  readonly status: ChatStatus;
}

export interface OutgoingMessage {
  /** What the model receives, but for a reminder. */
  readonly text: string;
  /** What the person typed, when it differs. */
  readonly typed?: string;
  readonly invoked?: Invoked;
  /** Files that go along with it. */
  readonly attachments?: readonly Attachment[];
}

/** A running conversation, outside React. Each method leaves a consistent `Conversation` behind. */
export interface ChatSession {
  /** Resolves when the turn has ended: answered, stopped, failed or waiting for an approval. Never rejects. */
  send(message: OutgoingMessage): Promise<void>;
  /** Ends the turn; what has arrived stays. */
  stop(): void;
  /** Answers the last user message again, in place of what answered it on show. */
  retry(): Promise<void>;
  /** Goes on with an answer that was cut off; every finished step stays, and no tool runs again. */
  proceed(): Promise<void>;
  /** As `proceed`, without the results of earlier tool calls: for a conversation that has become too long. */
  proceedTrimmed(): Promise<void>;
  /** Ends what holds the turn up: a pause is over, silence is borne for another minute. */
  endHoldup(): void;
  /** Answers a pending tool call. `reason`: why not, in the person's words, which the model reads. */
  approve(toolCallId: string, approved: boolean, reason?: string): Promise<void>;
  /** Adds a harness command and its output: shown, kept, never sent to a model. */
  addCommand(command: ChatData["command"]): void;
  /** Goes on from these messages: those of another branch, or of a part of this one. Ends the running turn. */
  show(messages: readonly ChatMessage[]): void;
}

export interface ChatSessionOptions {
  readonly host: ChatHost;
  readonly messages: readonly ChatMessage[];
  /** Called on every change, at most once a frame while streaming. */
  readonly onChange: (conversation: Conversation) => void;
}

// `createChatSession` lives in turns/create-session.ts, so that these types can be imported without the AI SDK.
