import { askOnce } from "#lib/chat/models/ask-once.ts";
import { loadModel } from "#lib/chat/models/load-model.ts";
import { type Compared, type Preference, preferred } from "#lib/evals/grading/judge.ts";
import { FailureError } from "#lib/failure.ts";
import type { Models } from "#lib/models/models.ts";

/**
 * Has the chosen model judge which of two answers is better: two calls, one in each order.
 * @throws FailureError where it is blocked
 */
export async function judgeAnswers(models: Models, compared: Compared, signal: AbortSignal): Promise<Preference> {
  const { models: settings } = models.state();
  const blocked = models.blocked(settings.choice);
  if (blocked) throw new FailureError(blocked);
  const loaded = await loadModel(settings);
  return preferred((system, text) => askOnce(loaded, system, text, signal), compared);
}
