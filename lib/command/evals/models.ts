import { endpointOf, isSource, modelLabel } from "#lib/chat/model-choice.ts";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import type { LoadedModel } from "#lib/chat/models/load-model.ts";
import { modelSourceById, modelSources } from "#lib/chat/models/sources.ts";
import { UsageError } from "../console.ts";

/** Sources that a command can use: those with an address. */
const remote = modelSources.filter(({ endpoint, needs }) => endpoint !== undefined || needs.includes("base-url"));
const asked = remote.map(({ id }) => id);
const keyVariable = (source: string) => `${source.toUpperCase()}_API_KEY`;

/** The forms of a model's name on the command line, for `--help`. */
export const modelForms = asked.map((id) => `${id}/…`).join(", ");

/** The environment variables with keys, for `--help`. */
export const keyVariables = remote
  .filter(({ needs }) => needs.includes("key"))
  .map(({ id }) => keyVariable(id))
  .join(", ");

/** The model with this name. @throws UsageError */
export function choiceOf(name: string, baseUrl: string | undefined): ModelChoice {
  if (name === "demo") return { source: "demo", model: "demo" };
  const slash = name.indexOf("/");
  const [source, model] = [name.slice(0, slash), name.slice(slash + 1)];
  if (!isSource(source) || !asked.includes(source) || model === "")
    throw new UsageError(`A model is named as demo, or as ${modelForms}; not as ${name}.`);
  if (source === "compatible" && baseUrl === undefined) throw new UsageError("A compatible host needs --base-url.");
  return { source, model, ...(baseUrl !== undefined && { baseUrl }) };
}

/** How to open the model. A key is sent to an address other than the provider's own only if --base-url says so. */
function openingOf(choice: ModelChoice) {
  const baseUrl = choice.baseUrl ?? endpointOf(choice);
  const key = process.env[keyVariable(choice.source)] ?? "";
  return { model: choice.model, key, ...(baseUrl !== undefined && { baseUrl }) };
}

/** Opens a model, with the key from the environment. Rejects with a `FailureError`. */
export async function openModel(choice: ModelChoice): Promise<LoadedModel> {
  return { model: await modelSourceById(choice.source).open(openingOf(choice)), label: modelLabel(choice) };
}
