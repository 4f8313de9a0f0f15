import type { ModelLabel } from "../message.ts";
import type { ModelChoice } from "../model-settings.ts";

/** How a choice is named beside its answers. `provider` is the word used in failures. */
export function modelLabel(choice: ModelChoice): ModelLabel {
  switch (choice.kind) {
    case "demo":
      return { provider: "Demo", model: "demo", label: "Demo model (scripted, not an AI)", scripted: true };
    case "server":
      return { provider: "this server", model: choice.model, label: choice.model, scripted: false };
    case "anthropic":
      return { provider: "Anthropic", model: choice.model, label: choice.model, scripted: false };
    case "openai-compatible":
      return { provider: hostOf(choice.baseUrl), model: choice.model, label: choice.model, scripted: false };
  }
}

/** The host of `url`, or what stands in its place. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
