/** A tool call as a fake provider makes it. `json`: its arguments to the letter, in place of `input`. */
export interface ScriptedCall {
  readonly name: string;
  readonly input?: unknown;
  readonly json?: string;
}

/** What a fake provider answers to one request. */
export interface ScriptedTurn {
  /** What the model thinks first; the provider signs it, and wants it back with the next request of the turn. */
  readonly thought?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** Why it stops, other than that it is done. */
  readonly stops?: "length" | "content-filter";
  /** Ends the stream in order, but before the provider's word for the end. */
  readonly endsEarly?: boolean;
  /** Of the tokens that came in, how many were in its cache. */
  readonly cached?: number;
  /** Answers with exactly this, with status 200. `type`: its content type. */
  readonly body?: { readonly type: string; readonly text: string };
  /** Asks to go on at this address (status 307, which keeps the body). */
  readonly redirectTo?: string;
  /** Answers with this status and the provider's error body for it. */
  readonly status?: number;
  /** Headers of an answer with a status. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Words of an error body; the provider's usual ones when absent. */
  readonly message?: string;
  /** Milliseconds between the pieces of `text`. */
  readonly pause?: number;
  /** Cuts the connection after this many pieces of text. */
  readonly cutAfter?: number;
  /** Says nothing of how many tokens it took, as some servers that speak OpenAI's protocol do. */
  readonly withoutUsage?: boolean;
  /** Sends an error event after the text instead of an end, as an overloaded provider does. */
  readonly failsWith?: string;
}

/** What a script may look at, the same for every wire format. */
export interface ScriptedRequest {
  readonly model: string;
  readonly system: string;
  /** Text of the last user message that is not a tool result. */
  readonly said: string;
  /** Results of tool calls since then, oldest first. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

export type Script = (request: ScriptedRequest) => ScriptedTurn;

/** Answered where a request names no skill. */
export const noSkills = "I was offered no skills.";

/** Reads the first path of the catalog in the system prompt, then quotes what it read. */
export const readFirstSkill: Script = ({ system, results }) => {
  const [result] = results;
  if (result !== undefined) return { text: `The file says: ${result.slice(0, 200)}` };
  const path = /(?:→ (?:read )?|<location>\s*)(\S+)/.exec(system)?.[1];
  return path ? { calls: [{ name: "read_file", input: { path } }] } : { text: noSkills };
};

/** Pieces of about a word, as providers stream them. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);
}

/** Two pieces of the arguments of a call, as they are streamed. */
export function argumentPieces({ input, json = JSON.stringify(input) }: ScriptedCall): string[] {
  return [json.slice(0, 5), json.slice(5)];
}

/** The seal that a fake provider puts on a thought, and knows again. */
export function sealOf(thought: string): string {
  return Buffer.from(`sealed:${thought}`).toString("base64");
}
