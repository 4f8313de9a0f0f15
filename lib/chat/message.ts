import type { UIMessage } from "ai";

/** Who answered: shown beside every answer, so that a scripted one is never taken for an AI's. */
export interface ModelLabel {
  readonly provider: string;
  readonly model: string;
  readonly label: string;
  /** The built-in demo model: follows a script, is not an AI. */
  readonly scripted: boolean;
}

/** A catalog sent with a person's message: kept, so that the conversation knows what it was told last. */
export interface SentReminder {
  readonly catalog: string;
  /** How many skills it tells of. */
  readonly skills: number;
  /** Where in the message's text it begins, the blank line between them included. */
  readonly at: number;
  /** How many characters it has; absent: it goes to the end. */
  readonly length?: number | undefined;
}

/** A skill whose text a person's line has brought along. */
export interface Invoked {
  readonly name: string;
  readonly location: string;
  /** Tells its text, with arguments, from another one of the skill. */
  readonly version?: string | undefined;
}

export interface MessageMetadata {
  /** Milliseconds since 1970. */
  readonly createdAt?: number;
  /** What the person typed, where the harness sent the model something else. */
  readonly typed?: string;
  /** The skill a person invoked with a slash command. */
  readonly invoked?: Invoked;
  /** The catalog that the harness added to the message, where it tells of its skills there. */
  readonly reminder?: SentReminder;
  readonly model?: ModelLabel;
  /** Token counts as the provider reported them, summed over the turn's steps. */
  readonly usage?: TokenUsage;
  /** Dollars, by the endpoint's own list of prices at the time; absent where that does not say, or there is none. */
  readonly cost?: number;
  /** Set while the answer grows; left behind where its turn was cut off, by whatever it was. */
  readonly isUnfinished?: boolean;
}

/** Tokens as a provider counts them; what it does not report is absent. */
export interface TokenUsage {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** Part of the input: tokens read from the provider's cache. */
  readonly cachedTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
}

/** Results of tool calls that a conversation no longer sends, as they can be asked for again. */
export interface LeftOut {
  /** The ids of the calls. */
  readonly calls: readonly string[];
  /** About how many tokens they were. */
  readonly tokens: number;
}

/** A file that goes along with a person's message, with what the model is given of it. */
export interface Attachment {
  name: string;
  /** Path in the workspace; absent for a file from elsewhere. */
  path?: string | undefined;
  /** `text/plain`, or what a model is shown. */
  mediaType: string;
  /** Size of the whole file. */
  bytes: number;
  /** Content of a text file, as far as it is given, with a note where that is not all. */
  text?: string | undefined;
  /** Content of a picture or PDF, in base64. */
  data?: string | undefined;
}

/** Parts of a message that are the lab's own: they are never sent as they are. */
export type ChatData = {
  /** A file of the person's message. */
  attachment: Attachment;
  /** A harness command that ran here: what was typed, what that harness prints, and a folder that it added. */
  command: { line: string; output: string; added?: string | undefined };
  /** From this message on, these results were left out of requests. */
  trim: { calls: readonly string[]; tokens: number };
};

export interface ReadFileInput {
  path: string;
  /** First line wanted, 1-based. */
  offset?: number | undefined;
  /** First character wanted of that line, 1-based; the rest of the line is then all that is read. */
  column?: number | undefined;
  /** How many lines. */
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
  /** Tells the whole file's content from what it may be later. */
  version?: string | undefined;
  /** Media type of a picture or PDF, which the model is shown as it is; `text` is empty then. */
  shown?: string | undefined;
  /** What the harness tells the model behind it, of skills that it has come across by this. */
  news?: string | undefined;
}
export interface ListFilesInput {
  path: string;
  recursive?: boolean | undefined;
}
export interface ListFilesOutput {
  path: string;
  /** `bytes`: absent where nobody knows it yet. */
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
  /** Whether the search took too long and was ended; what it had found is here. */
  timedOut?: boolean | undefined;
  /** Lines that were too long, of which the beginning was searched. */
  cutLines?: number | undefined;
  /** Files left out because the harness does not let the model read there. */
  withheld?: number | undefined;
  /** Files left out because their contents have not come from their source. */
  pending?: number | undefined;
  /** Files that were not searched, by the reason. */
  skipped?: SkippedFiles[] | undefined;
}

export interface SkippedFiles {
  reason: "large" | "binary" | "unreadable" | "rest";
  /** `rest`: how many files were still to come when the search had looked at as much as it may. */
  count: number;
  /** Some of them. */
  paths: string[];
}

/** The result of a tool of the harness's own; the harness names the tool. */
export interface HarnessOutput {
  /** What the model reads. */
  text: string;
  /** Whether the harness refused the call: `text` says why. */
  refused?: boolean | undefined;
  /** How the harness shows a person the call and what came of it. */
  shows?: { call: string; result: string } | undefined;
  /** The skill whose instructions it hands over, and the version of these. */
  skill?: { name: string; location: string; version?: string | undefined } | undefined;
  /** What the harness tells the model behind it, of skills that it has come across by this. */
  news?: string | undefined;
  /** The file that it handed over or wrote, and the version of that. */
  seen?: { path: string; version: string } | undefined;
  /** What came of a command that it ran. */
  ran?: RunResult | undefined;
}

/** How a command ended. */
export interface RunResult {
  /** 0 where all went well; absent where it did not come to its end. */
  status?: number | undefined;
  /** The files that were kept of what it changed, by their absolute paths; some of them where there are many. */
  kept: string[];
  /** How many files it changed that were not kept. */
  left: number;
  /** The scripts that it started, by their absolute paths; absent where none is known. */
  scripts?: string[] | undefined;
}

export type ChatTools = {
  read_file: { input: ReadFileInput; output: ReadFileOutput };
  list_files: { input: ListFilesInput; output: ListFilesOutput };
  grep: { input: GrepInput; output: GrepOutput };
};

/** One message of a conversation: what the AI SDK streams, what React draws, what IndexedDB keeps. */
export type ChatMessage = UIMessage<MessageMetadata, ChatData, ChatTools>;

export type MessagePart = ChatMessage["parts"][number];

/** A tool call of whatever tool, and what came of it. */
export type ToolPart = Extract<MessagePart, { toolCallId: string }>;
