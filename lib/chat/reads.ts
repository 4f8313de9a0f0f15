import { dirname, isInside } from "#lib/vfs/paths.ts";
import { describeRead } from "./describe-output.ts";
import { estimateTokens } from "./estimate-tokens.ts";
import type { ChatMessage } from "./message.ts";

/** A file that entered the conversation. */
export interface FileRead {
  readonly path: string;
  readonly messageId: string;
  /** Who brought it in: the model by its tool, or a person by invoking the skill. */
  readonly by: "model" | "user";
  /** About how many tokens of it the model was shown. */
  readonly tokens: number;
  /** 2: the SKILL.md of a known skill. 3: a file in the folder of one. */
  readonly tier: 2 | 3 | "plain";
}

/**
 * Every file read, in order. `locations` are the SKILL.md files of the known skills, by the paths that
 * tools return. Derived from the messages alone, so it holds for a restored conversation too.
 */
export function readsOf(messages: readonly ChatMessage[], locations: Iterable<string>): FileRead[] {
  const known = new Set(locations);
  const folders = [...known].map(dirname);
  const tierOf = (path: string): FileRead["tier"] => {
    if (known.has(path)) return 2;
    return folders.some((folder) => isInside(folder, path)) ? 3 : "plain";
  };
  return messages.flatMap((message) => [
    ...invocations(message, tierOf),
    ...message.parts.flatMap((part): FileRead[] => {
      if (part.type !== "tool-read_file" || part.state !== "output-available") return [];
      const tokens = estimateTokens(describeRead(part.input, part.output));
      const { path } = part.output;
      return [{ path, messageId: message.id, by: "model", tokens, tier: tierOf(path) }];
    }),
  ]);
}

/** A skill invoked by a person: the message is its instructions. */
function invocations(message: ChatMessage, tierOf: (path: string) => FileRead["tier"]): FileRead[] {
  const invoked = message.metadata?.invoked;
  if (!invoked) return [];
  const text = message.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const path = invoked.location;
  return [{ path, messageId: message.id, by: "user", tokens: estimateTokens(text), tier: tierOf(path) }];
}
