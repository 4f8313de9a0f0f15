import { isSource, takesAddress } from "#lib/chat/model-choice.ts";
import { defaultModelSettings, type ModelChoice, type ModelSettings } from "#lib/chat/model-settings.ts";
import { parseJson } from "#lib/plain-json.ts";
import { deviceSetting, keepDeviceSetting } from "#lib/storage/device-setting.ts";

/** In `localStorage`: one choice for this device, whatever workspace is open; a workspace file cannot change it. */
const storageKey = "skillground.model";

/** The keys that were typed since this page was loaded, whatever workspace it shows. */
let pageKeys: ModelSettings["keys"] = {};

/**
 * The model that was last chosen on this device, with the keys of this page; the demo where there is none, or nothing
 * can be stored.
 */
export function keptModels(): ModelSettings {
  const { choice, window } = Object(readKept()) as { readonly choice?: unknown; readonly window?: unknown };
  return {
    ...defaultModelSettings,
    keys: pageKeys,
    ...(isChoice(choice) && { choice }),
    ...(typeof window === "number" && window > 0 && { window }),
  };
}

/** Stores the chosen model and its context window on this device, and the keys for the lifetime of the page. */
export function keepModels({ choice, window, keys }: ModelSettings): void {
  pageKeys = keys;
  keepDeviceSetting(storageKey, JSON.stringify({ choice, window }));
}

/** Forgets the keys of this page, as a reload does. */
export function forgetPageKeys(): void {
  pageKeys = {};
}

/** Forgets the chosen model and the keys. */
export function forgetModels(): void {
  forgetPageKeys();
  keepDeviceSetting(storageKey, undefined);
}

function readKept(): unknown {
  return parseJson(deviceSetting(storageKey) ?? "null");
}

function isChoice(value: unknown): value is ModelChoice {
  const { source, model, baseUrl } = Object(value) as Partial<Readonly<Record<keyof ModelChoice, unknown>>>;
  return (
    isSource(source) &&
    typeof model === "string" &&
    (takesAddress(source) ? typeof baseUrl === "string" : baseUrl === undefined)
  );
}
