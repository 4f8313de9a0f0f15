import { askOnce } from "#lib/chat/models/ask-once.ts";
import { loadModel } from "#lib/chat/models/load-model.ts";
import type { Described } from "#lib/chat/sample-request.ts";
import type { EvalRequest } from "#lib/evals/requests.ts";
import { FailureError } from "#lib/failure.ts";
import type { Models } from "#lib/models/models.ts";

const wanted = 3;
/** The most characters of a request. */
const longest = 300;

const task = `You test when an assistant picks one of its skills. Write ${wanted} requests that somebody who needs the skill \
would type, and who has never read its description: short, concrete, everyday, each different, none quoting the description. \
Answer with the requests alone, one a line.`;

/**
 * Requests for a skill, written by the chosen model in one call that contains only its name and description.
 * @returns at most three; none where the answer has no usable one
 * @throws FailureError where it cannot be asked, or `cancelled`
 */
export async function writeRequests(
  models: Models,
  { name, description }: Described,
  signal: AbortSignal,
): Promise<readonly EvalRequest[]> {
  const { models: settings } = models.state();
  const blocked = models.blocked(settings.choice);
  if (blocked) throw new FailureError(blocked);
  const loaded = await loadModel(settings);
  const answer = await askOnce(loaded, task, `Name: ${name}\nDescription: ${description}`, signal);
  return readRequests(answer).map((text) => ({ text, expects: { kind: "picks", skill: name } }));
}

/** The lines of an answer without the numbers, bullets, quotes and introductions that models add. */
function readRequests(answer: string): readonly string[] {
  return answer
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(/^(?:\d+[.)]|[-*•])\s*/, "")
        .replace(/^["“](.*)["”]$/, "$1")
        .trim(),
    )
    .filter((line) => line !== "" && !line.endsWith(":") && line.length <= longest)
    .slice(0, wanted);
}
