/** What a fake provider answers to one request. */
export interface ScriptedTurn {
  readonly text?: string;
  readonly calls?: readonly { readonly name: string; readonly input: unknown }[];
  /** Answers with this status and the provider's error body for it. */
  readonly status?: number;
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

/** Reads the first path of the catalog in the system prompt, then quotes what it read. */
export const readFirstSkill: Script = ({ system, results }) => {
  const [result] = results;
  if (result !== undefined) return { text: `The file says: ${result.slice(0, 200)}` };
  const path = /(?:→ (?:read )?|<location>\s*)(\S+)/.exec(system)?.[1];
  return path ? { calls: [{ name: "read_file", input: { path } }] } : { text: "I was offered no skills." };
};

/** Pieces of about a word, as providers stream them. */
export function pieces(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? (text === "" ? [] : [text]);
}
