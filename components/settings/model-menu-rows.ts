import { endpointOf } from "#lib/chat/model-choice.ts";
import {
  demoChoice,
  keyFor,
  type ModelChoice,
  type ModelSettings,
  type ServerModel,
} from "#lib/chat/model-settings.ts";
import type { BuiltInStanding } from "#lib/chat/models/prompt-api.ts";
import { builtInModel } from "#lib/chat/models/source.ts";
import { modelSourceById, modelSources } from "#lib/chat/models/sources.ts";
import { modelName } from "./model-name.ts";

/** What this machine can run, as far as known. */
export interface MachineStanding {
  /** `undefined` while the browser is being asked. */
  readonly builtIn: BuiltInStanding | undefined;
  /** Why no model can run on the graphics processor, as a sentence; empty where one can, `undefined` while that is being checked. */
  readonly graphics: string | undefined;
  /** Id of a downloaded model whose weights are already in this browser. */
  readonly kept: string | undefined;
  /** Whether a sign-in can redirect back here: to pages without https it cannot. */
  readonly isSecure: boolean;
}

/** One line of the menu. */
export interface ModelRow {
  readonly id: string;
  readonly label: string;
  /** What the model is, or why it cannot be chosen: a clause. */
  readonly detail: string;
  readonly isChosen: boolean;
  /** `choose`: switches to the model. `prepare`: opens Settings at what is missing. `blocked`: it cannot run here. */
  readonly does:
    | { readonly kind: "choose"; readonly choice: ModelChoice }
    | { readonly kind: "prepare"; readonly source: string }
    | { readonly kind: "blocked" };
}

export interface ModelMenu {
  readonly demo: ModelRow;
  /** The best model that is free and needs no key, with the reason; `undefined` while the machine is being checked. */
  readonly best: ModelRow | undefined;
  /** The chosen model, and models whose key or sign-in is present. */
  readonly ready: readonly ModelRow[];
  /** Other models without a key, including those that cannot run here. */
  readonly others: readonly ModelRow[];
}

/** The menu of models: those that are ready, those that are free, and those that cannot run here. */
export function modelMenu(
  { choice, keys }: ModelSettings,
  lent: readonly ServerModel[],
  machine: MachineStanding,
): ModelMenu {
  const row = (id: string, label: string, detail: string, does: ModelRow["does"]): ModelRow => {
    const isChosen =
      does.kind === "choose" && does.choice.source === choice.source && does.choice.model === choice.model;
    return { id, label, detail, isChosen, does };
  };
  const free = [
    ...lent.map(({ model, label }) => {
      return row(`server ${model}`, label, "from this site, free within limits", chooses({ source: "server", model }));
    }),
    openRouterRow(row, keys, machine),
    builtInRow(row, machine),
    downloadedRow(row, machine),
    row("local", modelSourceById("local").label, "Ollama, LM Studio or llama.cpp", {
      kind: "prepare",
      source: "local",
    }),
  ];
  const isAsked = machine.builtIn !== undefined && machine.graphics !== undefined;
  const best = isAsked ? bestOf(free) : undefined;
  const keyed = modelSources.flatMap(({ id, label, needs, usualModel = "" }) => {
    const isByKey = needs.includes("key") && id !== "openrouter" && keyFor(keys, endpointOf({ source: id })) !== "";
    return isByKey && usualModel !== ""
      ? [row(id, label, `${usualModel}, your key`, chooses({ source: id, model: usualModel }))]
      : [];
  });
  const shown = [...free, ...keyed].some(({ isChosen }) => isChosen) || choice.source === "demo";
  const own = shown ? [] : [row("chosen", modelName(choice, lent), "in use", chooses(choice))];
  return {
    demo: row("demo", modelSourceById("demo").label, "a script, not an AI; works offline", chooses(demoChoice)),
    best,
    ready: [...own, ...keyed],
    others: free.filter((each) => each !== best),
  };
}

type MakeRow = (id: string, label: string, detail: string, does: ModelRow["does"]) => ModelRow;

function chooses(choice: ModelChoice): ModelRow["does"] {
  return { kind: "choose", choice };
}

/** The best free model: one that can answer at once is better than one to be prepared. */
function bestOf(free: readonly ModelRow[]): ModelRow | undefined {
  const order = ["choose", "prepare"] as const;
  // A server on this computer is never the best choice: most people have none.
  return order.flatMap((kind) => free.filter(({ does, id }) => does.kind === kind && id !== "local")).at(0);
}

function openRouterRow(row: MakeRow, keys: ModelSettings["keys"], { isSecure }: MachineStanding): ModelRow {
  const { label, usualModel = "" } = modelSourceById("openrouter");
  if (keyFor(keys, endpointOf({ source: "openrouter" })) !== "")
    return row(
      "openrouter",
      `${label}, free models`,
      "you are signed in",
      chooses({ source: "openrouter", model: usualModel }),
    );
  return isSecure
    ? row("openrouter", `${label}, free models`, "sign in first; no card needed", {
        kind: "prepare",
        source: "openrouter",
      })
    : row("openrouter", `${label}, free models`, "signing in needs https", { kind: "blocked" });
}

function builtInRow(row: MakeRow, { builtIn }: MachineStanding): ModelRow {
  const { label } = modelSourceById("browser");
  switch (builtIn) {
    case undefined:
      return row("browser", label, "asking the browser…", { kind: "blocked" });
    case "missing":
      return row("browser", label, "this browser has none", { kind: "blocked" });
    case "unavailable":
      return row("browser", label, "this device is too small for it", { kind: "blocked" });
    case "available":
      return row(
        "browser",
        label,
        "ready; nothing leaves this computer",
        chooses({ source: "browser", model: builtInModel }),
      );
    case "downloadable":
    case "downloading":
      return row("browser", label, "2 to 4 GB, downloaded once by the browser", { kind: "prepare", source: "browser" });
  }
}

function downloadedRow(row: MakeRow, { graphics, kept }: MachineStanding): ModelRow {
  const { label } = modelSourceById("download");
  if (graphics === undefined) return row("download", label, "asking the browser…", { kind: "blocked" });
  if (graphics !== "") return row("download", label, graphics, { kind: "blocked" });
  return kept === undefined
    ? row("download", label, "0.4 to 2.3 GB, downloaded once", { kind: "prepare", source: "download" })
    : row("download", label, "in this browser already", chooses({ source: "download", model: kept }));
}
