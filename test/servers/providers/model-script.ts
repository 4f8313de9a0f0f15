/** A tool call of a fake provider. `json`: its arguments verbatim, instead of `input`. */
export interface ScriptedCall {
  readonly name: string;
  readonly input?: unknown;
  readonly json?: string;
}

/** A fake provider's answer to one request. */
export interface ScriptedTurn {
  /** A thought before the answer; the provider signs it, and expects it back with the next request of the turn. */
  readonly thought?: string;
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** The reason for stopping, if not the normal one. */
  readonly stops?: "length" | "content-filter";
  /** Ends the stream cleanly, but without the provider's end event. */
  readonly endsEarly?: boolean;
  /** How many of the input tokens were cached. */
  readonly cached?: number;
  /** Answers with exactly this, with status 200. `type`: its content type. */
  readonly body?: { readonly type: string; readonly text: string };
  /** Redirects to this address (status 307, which keeps the body). */
  readonly redirectTo?: string;
  /** Answers with this status and the provider's error body for it. */
  readonly status?: number;
  /** Headers of an answer with `status`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text of the error; absent: the provider's usual one. */
  readonly message?: string;
  /** Milliseconds between the pieces of `text`. */
  readonly pause?: number;
  /** Cuts the connection after this many pieces of text. */
  readonly cutAfter?: number;
  /** Reports no token usage, like some OpenAI-compatible servers. */
  readonly withoutUsage?: boolean;
  /** Sends an error event after the text instead of an end, like an overloaded provider. */
  readonly failsWith?: string;
}

/** A request as a script sees it, the same for every wire format. */
export interface ScriptedRequest {
  readonly model: string;
  readonly system: string;
  /** Text of the last user message that is not a tool result. */
  readonly said: string;
  /** Results of tool calls since that message, oldest first. */
  readonly results: readonly string[];
  readonly tools: readonly string[];
}

export type Script = (request: ScriptedRequest) => ScriptedTurn;

/** The answer to a request without skills. */
export const noSkills = "I was offered no skills.";

/** Reads the first path in the system prompt's catalog, then quotes the file. */
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

/** A call's arguments in two pieces, as they are streamed. */
export function argumentPieces({ input, json = JSON.stringify(input) }: ScriptedCall): string[] {
  return [json.slice(0, 5), json.slice(5)];
}

/** A fake provider's signature of a thought, which it checks later. */
export function sealOf(thought: string): string {
  return Buffer.from(`sealed:${thought}`).toString("base64");
}
