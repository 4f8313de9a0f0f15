import type { HarnessOutput } from "#lib/chat/message.ts";

/** The output of a tool that a harness brought along, from whatever a kept conversation holds. */
export function harnessOutputOf(output: unknown): HarnessOutput | undefined {
  const isOne = typeof output === "object" && output !== null && "text" in output && typeof output.text === "string";
  return isOne ? (output as HarnessOutput) : undefined;
}

/** How it reads to the model: the harness's text, and nothing of what a person sees. */
export function describeHarnessOutput(output: unknown) {
  const { text, refused } = harnessOutputOf(output) ?? { text: JSON.stringify(output) ?? "" };
  return { type: refused ? ("error-text" as const) : ("text" as const), value: text };
}
