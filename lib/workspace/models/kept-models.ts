import { isSource, takesAddress } from "#lib/chat/model-choice.ts";
import { defaultModelSettings, type ModelChoice, type ModelSettings } from "#lib/chat/model-settings.ts";

/** In `localStorage`: one choice for this device, whichever workspace is open, and none that a workspace file could bring. */
const storageKey = "skillground.model";

/** The keys that were typed since this page was loaded, whichever workspace it shows. */
let pageKeys: ModelSettings["keys"] = {};

/** The model that was chosen on this device last, with the keys of this page; the demo where none was, or none can be kept. */
export function keptModels(): ModelSettings {
  const { choice, window } = Object(readKept()) as { readonly choice?: unknown; readonly window?: unknown };
  return {
    ...defaultModelSettings,
    keys: pageKeys,
    ...(isChoice(choice) && { choice }),
    ...(typeof window === "number" && window > 0 && { window }),
  };
}

/** Keeps which model is chosen and what it takes in on this device, and the keys as long as the page. */
export function keepModels({ choice, window, keys }: ModelSettings): void {
  pageKeys = keys;
  try {
    localStorage.setItem(storageKey, JSON.stringify({ choice, window }));
  } catch (refused) {
    // A browser that keeps nothing: the choice is gone with the page.
    ignoreRefusal(refused);
  }
}

/** Forgets the keys of this page, as a reload does. */
export function forgetPageKeys(): void {
  pageKeys = {};
}

/** Forgets all of it. */
export function forgetModels(): void {
  forgetPageKeys();
  try {
    localStorage.removeItem(storageKey);
  } catch (refused) {
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

function isChoice(value: unknown): value is ModelChoice {
  const { source, model, baseUrl } = Object(value) as Partial<Readonly<Record<keyof ModelChoice, unknown>>>;
  return (
    isSource(source) &&
    typeof model === "string" &&
    (takesAddress(source) ? typeof baseUrl === "string" : baseUrl === undefined)
  );
}
