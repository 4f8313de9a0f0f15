import type { ModelChoice, ServerModel } from "#lib/chat/model-settings.ts";

/** What the demo model is called wherever it answers, so that nobody takes it for an AI. */
const demoModelName = "Demo model (scripted, not an AI)";

/** The chosen model as a person knows it. */
export function modelName(choice: ModelChoice, serverModels: readonly ServerModel[]): string {
  switch (choice.kind) {
    case "demo":
      return demoModelName;
    case "server":
      return serverModels.find((lent) => lent.model === choice.model)?.label ?? choice.model;
    case "anthropic":
    case "openai-compatible":
      return choice.model;
  }
}
