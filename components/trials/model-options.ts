import { modelName } from "#components/settings/model-name.ts";
import { endpointOf } from "#lib/chat/model-choice.ts";
import {
  demoChoice,
  keyFor,
  type ModelChoice,
  type ModelSettings,
  type ServerModel,
} from "#lib/chat/model-settings.ts";
import { modelSources } from "#lib/chat/models/sources.ts";

/** A model that can be used without typing anything except perhaps its name. */
export interface ModelOption {
  readonly id: string;
  readonly label: string;
  readonly choice: ModelChoice;
  /** Whether the person types the name of the source's model. */
  readonly named: boolean;
}

/** The chosen model first, then the demo, the models the server lends, and any model of a source whose key is present. */
export function modelOptions({ choice, keys }: ModelSettings, lent: readonly ServerModel[]): readonly ModelOption[] {
  const ready: readonly ModelChoice[] = [
    choice,
    demoChoice,
    ...lent.map(({ model }): ModelChoice => ({ source: "server", model })),
  ];
  const fixed = ready.map((each): ModelOption => {
    return { id: idOf(each), label: modelName(each, lent), choice: each, named: false };
  });
  const open = modelSources.flatMap((source): readonly ModelOption[] => {
    if (!source.needs.includes("model") || !source.needs.includes("key")) return [];
    const isChosen = choice.source === source.id;
    const base: ModelChoice = isChosen ? choice : { source: source.id, model: source.usualModel ?? "" };
    if (!isChosen && keyFor(keys, endpointOf(base)) === "") return [];
    return [{ id: `any ${source.id}`, label: `Another model of ${source.label}…`, choice: base, named: true }];
  });
  return [...new Map([...fixed, ...open].map((option) => [option.id, option])).values()];
}

/** The choices, each once. */
export function distinctChoices(choices: readonly ModelChoice[]): readonly ModelChoice[] {
  return [...new Map(choices.map((choice) => [idOf(choice), choice])).values()];
}

function idOf({ source, model, baseUrl = "" }: ModelChoice): string {
  return [source, model, baseUrl].join(" ");
}
