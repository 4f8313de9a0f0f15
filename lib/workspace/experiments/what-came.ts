import type { ChatMessage } from "#lib/chat/message.ts";
import { subjectOf } from "#lib/chat/reads.ts";
import type { ChatHost, ChatSession, Conversation } from "#lib/chat/session.ts";
import { type ToolCall, textField, toolCallOf, writeRequestOf } from "#lib/chat/tool-call.ts";
import { isQuestion } from "#lib/chat/turns/settle-messages.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { longestText, type TrialStep } from "#lib/state/experiments.ts";

/**
 * Answers the questions of a run: writes are allowed, since they go into the copy; reads that need permission are
 * denied, since nobody is there to allow them.
 */
export async function answerQuestions(session: ChatSession, { messages }: Conversation, host: ChatHost): Promise<void> {
  const writers = new Set(host.writeTools?.().map(({ name }) => name));
  const asked = messages.flatMap(({ parts }) => parts.filter(isQuestion)).flatMap((part) => toolCallOf(part) ?? []);
  for (const { id, tool } of asked) await session.approve(id, writers.has(tool));
}

/** The most steps that are kept of a run: more than a turn has, unless one step calls dozens of tools. */
const mostSteps = 100;

/** The result of a conversation over a copy. */
export function whatCame(messages: readonly ChatMessage[], skills: readonly Skill[]) {
  const answers = messages.filter(({ role }) => role === "assistant");
  const parts = answers.flatMap((message) => message.parts);
  const texts = parts.flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? [part.text] : []));
  const calls = parts.flatMap((part) => toolCallOf(part) ?? []);
  return {
    answer: texts.join("\n\n").slice(0, longestText),
    steps: calls.slice(0, mostSteps).map((call) => stepOf(call, skills)),
    usage: answers.at(-1)?.metadata?.usage ?? {},
  };
}

function stepOf(call: ToolCall, skills: readonly Skill[]): TrialStep {
  const { path, skill } = subjectOf(call, skills);
  const about = call.tool === "grep" ? textField(call.input, "pattern") : (writeRequestOf(call.input)?.path ?? path);
  const outcome = call.state === "done" || call.state === "denied" ? call.state : "failed";
  return { tool: call.tool, about: (about ?? "").slice(0, 500), ...(skill && { skill: skill.name }), outcome };
}
