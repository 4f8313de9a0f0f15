/**
 * The text stored on this device under a key of `localStorage`; `undefined` where there is none, or the browser stores
 * nothing.
 */
export function deviceSetting(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch (refused) {
    ignoreRefusal(refused);
    return undefined;
  }
}

/** Stores a text on this device; `undefined` removes it. A browser that stores nothing loses it with the page. */
export function keepDeviceSetting(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (refused) {
    ignoreRefusal(refused);
  }
}

/**
 * Ignores that storing was refused. Without `localStorage` at all (a browser setting, or no browser), even the name is
 * undefined.
 */
function ignoreRefusal(caught: unknown): void {
  if (!(caught instanceof DOMException || caught instanceof ReferenceError || caught instanceof TypeError))
    throw caught;
}
