/** What this device remembers under a key of `localStorage`; `undefined` where there is nothing, or the browser keeps nothing. */
export function deviceSetting(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch (refused) {
    ignoreRefusal(refused);
    return undefined;
  }
}

/** Has this device remember a text; `undefined`: forget it. In a browser that keeps nothing it is gone with the page. */
export function keepDeviceSetting(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch (refused) {
    ignoreRefusal(refused);
  }
}

/** Without `localStorage` at all (a browser's setting, or no browser), the name itself is not defined. */
function ignoreRefusal(caught: unknown): void {
  if (!(caught instanceof DOMException || caught instanceof ReferenceError || caught instanceof TypeError))
    throw caught;
}
