import { defaultModelSettings, endpoints, type ModelChoice, type ModelSettings } from "#lib/chat/model-settings.ts";

/** In `localStorage`: one choice for this device, whichever workspace is open, and none that a workspace file could bring. */
const storageKey = "skillground.model";

/** The model that was chosen on this device last, without any key; the demo where none was, or none can be kept. */
export function keptModels(): ModelSettings {
  const { choice, window } = Object(readKept()) as { readonly choice?: unknown; readonly window?: unknown };
  return {
    ...defaultModelSettings,
    ...(isChoice(choice) && { choice }),
    ...(typeof window === "number" && window > 0 && { window }),
  };
}

/** Keeps which model is chosen and what it takes in. Keys stay in memory. */
export function keepModels({ choice, window }: ModelSettings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ choice, window }));
  } catch (refused) {
    // A browser that keeps nothing: the choice is gone with the page.
    ignoreRefusal(refused);
  }
}

function readKept(): unknown {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null");
  } catch (refused) {
    // Refused, or not JSON of ours: as if there were none.
    if (!(refused instanceof SyntaxError)) ignoreRefusal(refused);
    return undefined;
  }
}

/** Without `localStorage` at all (a browser's setting, or no browser), the name itself is not defined. */
function ignoreRefusal(caught: unknown): void {
  if (!(caught instanceof DOMException || caught instanceof ReferenceError || caught instanceof TypeError))
    throw caught;
}

const sources: ReadonlySet<unknown> = new Set(["demo", "server", "compatible", ...Object.keys(endpoints)]);

function isChoice(value: unknown): value is ModelChoice {
  const { source, model, baseUrl } = Object(value) as Partial<Readonly<Record<keyof ModelChoice, unknown>>>;
  return (
    sources.has(source) &&
    typeof model === "string" &&
    (source === "compatible" ? typeof baseUrl === "string" : baseUrl === undefined)
  );
}
