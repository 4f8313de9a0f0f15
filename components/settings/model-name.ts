import { modelLabel } from "#lib/chat/model-choice.ts";
import type { ModelChoice, ServerModel } from "#lib/chat/model-settings.ts";

/** The chosen model's name for people. */
export function modelName(choice: ModelChoice, serverModels: readonly ServerModel[]): string {
  const lent = choice.source === "server" ? serverModels.find(({ model }) => model === choice.model) : undefined;
  return lent?.label ?? modelLabel(choice).label;
}
