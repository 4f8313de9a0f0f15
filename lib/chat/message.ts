import type { UIMessage } from "ai";

/** Who answered: shown beside every answer, so that a scripted one is never taken for an AI's. */
export interface ModelLabel {
  readonly provider: string;
  readonly model: string;
  readonly label: string;
  /** The built-in demo model: follows a script, is not an AI. */
  readonly scripted: boolean;
}

/** Whether two labels are of one model, by whatever name people know it. */
export function isSameModel(a: ModelLabel, b: ModelLabel): boolean {
  return a.provider === b.provider && a.model === b.model;
}

/**
 * A catalog sent with a person's message. It is kept, so that the conversation knows which catalog it was told last.
 */
export interface SentReminder {
  readonly catalog: string;
  /** The number of skills in the catalog. */
  readonly skills: number;
  /** The catalog's first character in the message's text, counting the blank line before it. */
  readonly at: number;
  /** Its length in characters; absent where it reaches to the end. */
  readonly length?: number | undefined;
}

/** A skill whose text a person's message has brought along. */
export interface Invoked {
  readonly name: string;
  readonly location: string;
  /** Identifies the text with its arguments: another text of the same skill has another version. */
  readonly version?: string | undefined;
}

export interface MessageMetadata {
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  /** What the person typed, where the harness sent the model something else. */
  readonly typed?: string;
  /** The skill a person invoked with a slash command. */
  readonly invoked?: Invoked;
  /** The catalog that the harness added to the message, where it announces its skills there. */
  readonly reminder?: SentReminder;
  readonly model?: ModelLabel;
  /** The models that wrote its beginning, where another one went on with it. */
  readonly begunBy?: readonly ModelLabel[];
  /** Token counts as the provider reported them, summed over the turn's steps. */
  readonly usage?: TokenUsage;
  /** Dollars, by the endpoint's own price list at the time; absent where the list does not say, or there is none. */
  readonly cost?: number;
  /** Set while the answer grows; stays set where the turn was cut off for any reason. */
  readonly isUnfinished?: boolean;
  /**
   * Why this message got no answer, or this answer no end, in a sentence of at most `longestReason` characters: what a
   * page tells that is opened later.
   */
  readonly failed?: string;
  /** The code of that failure, for the ways out of it. From a file it can be any word. */
  readonly failedAs?: string;
}

/** The most characters of the reason for which an answer is missing: in it a provider is quoted. */
export const longestReason = 1000;

/** Token counts as a provider reports them; what it does not report is absent. */
export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** Part of the input: tokens read from the provider's cache. */
  readonly cachedTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
}

/** Results of tool calls that a conversation no longer sends, since the model can call the tools again. */
export interface LeftOut {
  readonly calls: readonly string[];
  /** Approximately how many tokens the results were. */
  readonly tokens: number;
}

/** A file sent with a person's message, with the content that the model gets. */
export interface Attachment {
  name: string;
  /** Path in the workspace; absent for a file from elsewhere. */
  path?: string | undefined;
  /** `text/plain`, or a media type that models are shown. */
  mediaType: string;
  /** Size of the whole file. */
  bytes: number;
  /** Content of a text file, as far as the model gets it, with a note where that is not all. */
  text?: string | undefined;
  /** Content of a picture or PDF, in base64. */
  data?: string | undefined;
}

/** Message parts of the lab's own: they are never sent as they are. */
export type ChatData = {
  /** A file that the person attached. */
  attachment: Attachment;
  /** A harness command that ran here: the line as typed, what the harness prints, and the folder that it added. */
  command: { line: string; output: string; added?: string | undefined };
  /** From this message on, these results are left out of requests. */
  trim: { calls: readonly string[]; tokens: number };
};

export interface ReadFileInput {
  path: string;
  /** The first line wanted, 1-based. */
  offset?: number | undefined;
  /** The first character wanted of that line, 1-based; only the rest of that line is then read. */
  column?: number | undefined;
  /** The number of lines. */
  limit?: number | undefined;
}
export interface ReadFileOutput {
  path: string;
  text: string;
  /** Size of the whole file. */
  bytes: number;
  /** Lines of the whole file. */
  lines: number;
  /** Whether `text` is less than the whole file. */
  truncated: boolean;
  /** Where `text` is a part of a line: which of its characters, 1-based, of how many. */
  cut?: { from: number; to: number; of: number } | undefined;
  /** Identifies the whole file's content, to tell whether it has changed since. */
  version?: string | undefined;
  /** Media type of a picture or PDF, which the model is shown as a file; `text` is empty then. */
  shown?: string | undefined;
  /** What the harness tells the model after the result, about skills that the call has revealed. */
  news?: string | undefined;
}
export interface ListFilesInput {
  path: string;
  recursive?: boolean | undefined;
}
export interface ListFilesOutput {
  path: string;
  /** `bytes`: absent while unknown. */
  entries: { path: string; kind: "file" | "folder" | "link"; bytes?: number | undefined }[];
  truncated: boolean;
  /** Entries left out because the harness does not let the model read there. */
  withheld?: number | undefined;
}
export interface GrepInput {
  pattern: string;
  path?: string | undefined;
  ignoreCase?: boolean | undefined;
}
export interface GrepOutput {
  pattern: string;
  matches: { path: string; line: number; text: string }[];
  truncated: boolean;
  /** Whether the search took too long and was ended; the matches found before that are included. */
  timedOut?: boolean | undefined;
  /** Lines that were too long, of which only the beginning was searched. */
  cutLines?: number | undefined;
  /** Files left out because the harness does not let the model read there. */
  withheld?: number | undefined;
  /** Files left out because their contents have not yet arrived from their source. */
  pending?: number | undefined;
  /** Files that were not searched, by reason. */
  skipped?: SkippedFiles[] | undefined;
}

export interface SkippedFiles {
  reason: "large" | "binary" | "unreadable" | "rest";
  /** `rest`: how many files were still to come when the search reached its limit. */
  count: number;
  /** Some of them. */
  paths: string[];
}

/** The result of one of the harness's own tools, which the harness names. */
export interface HarnessOutput {
  /** The text for the model. */
  text: string;
  /** Whether the harness refused the call: `text` says why. */
  refused?: boolean | undefined;
  /** How the harness shows a person the call and its result. */
  shows?: { call: string; result: string } | undefined;
  /** The skill whose instructions are handed over, and the version of these. */
  skill?: { name: string; location: string; version?: string | undefined } | undefined;
  /** What the harness tells the model after the result, about skills that the call has revealed. */
  news?: string | undefined;
  /** The file that was handed over or written, and its version. */
  seen?: { path: string; version: string } | undefined;
  /** The result of a command that was run. */
  ran?: RunResult | undefined;
}

/** How a command ended. */
export interface RunResult {
  /** The exit status, 0 on success; absent where the command did not run to its end. */
  status?: number | undefined;
  /** Absolute paths of the changed files that were kept; only some of them where there are many. */
  kept: string[];
  /** How many more were kept than `kept` has; absent where it has all. */
  keptMore?: number | undefined;
  /** How many changed files were not kept. */
  left: number;
  /** Absolute paths of the scripts that the command started; absent where none is known. */
  scripts?: string[] | undefined;
}

export type ChatTools = {
  read_file: { input: ReadFileInput; output: ReadFileOutput };
  list_files: { input: ListFilesInput; output: ListFilesOutput };
  grep: { input: GrepInput; output: GrepOutput };
};

/** The models that wrote an answer, in the order in which they began; none where it is not known. */
export function answeredBy({ metadata }: Pick<ChatMessage, "metadata">): readonly ModelLabel[] {
  const { model, begunBy = [] } = metadata ?? {};
  return model ? [...begunBy, model] : [];
}

/** One message of a conversation, as the AI SDK streams it, React draws it and IndexedDB keeps it. */
export type ChatMessage = UIMessage<MessageMetadata, ChatData, ChatTools>;

export type MessagePart = ChatMessage["parts"][number];

/** A call of any tool, with its result. */
export type ToolPart = Extract<MessagePart, { toolCallId: string }>;
