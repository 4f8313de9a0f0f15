import type { ModelChoice, ServerModel } from "#lib/chat/model-settings.ts";
import { modelLabel } from "#lib/chat/models/model-label.ts";

/** The chosen model as a person knows it. */
export function modelName(choice: ModelChoice, serverModels: readonly ServerModel[]): string {
  const lent = choice.kind === "server" ? serverModels.find(({ model }) => model === choice.model) : undefined;
  return lent?.label ?? modelLabel(choice).label;
}
