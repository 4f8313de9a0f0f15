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

/** What this machine can run, as far as it has been asked. */
export interface MachineStanding {
  /** `undefined` while the browser is asked. */
  readonly builtIn: BuiltInStanding | undefined;
  /** Why no model runs on the graphics processor, as a sentence; empty where one does, `undefined` while that is asked. */
  readonly graphics: string | undefined;
  /** A downloaded model that is in this browser already. */
  readonly kept: string | undefined;
  /** Whether a sign-in elsewhere can come back: pages without https cannot. */
  readonly isSecure: boolean;
}

/** One line of the menu. */
export interface ModelRow {
  readonly id: string;
  readonly label: string;
  /** What it is, or why it cannot be chosen: a clause. */
  readonly detail: string;
  readonly isChosen: boolean;
  /** `choose`: answers from now on. `prepare`: Settings has what is missing. `blocked`: it cannot run here. */
  readonly does:
    | { readonly kind: "choose"; readonly choice: ModelChoice }
    | { readonly kind: "prepare"; readonly source: string }
    | { readonly kind: "blocked" };
}

export interface ModelMenu {
  readonly demo: ModelRow;
  /** The best that costs nothing and needs no key, with why; `undefined` while the machine is asked. */
  readonly best: ModelRow | undefined;
  /** The chosen model, and what a key or a sign-in is there for. */
  readonly ready: readonly ModelRow[];
  /** Other models without a key, those that cannot run here among them. */
  readonly others: readonly ModelRow[];
}

/** The menu of models: what there is at hand, what is free, and what cannot run here. */
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

/** What answers at once comes before what has to be prepared. */
function bestOf(free: readonly ModelRow[]): ModelRow | undefined {
  const order = ["choose", "prepare"] as const;
  // A server on this computer is there for whoever has one; most people have none.
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
      return row("browser", label, "asking the browser …", { kind: "blocked" });
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
  if (graphics === undefined) return row("download", label, "asking the browser …", { kind: "blocked" });
  if (graphics !== "") return row("download", label, graphics, { kind: "blocked" });
  return kept === undefined
    ? row("download", label, "0.4 to 2.3 GB, downloaded once", { kind: "prepare", source: "download" })
    : row("download", label, "in this browser already", chooses({ source: "download", model: kept }));
}
