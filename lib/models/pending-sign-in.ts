import type { PendingSignIn } from "#lib/chat/models/openrouter-sign-in.ts";
import { parseJson } from "#lib/plain-json.ts";

/** In `sessionStorage`: only in this tab, and gone with it. */
const storageKey = "skillground.sign-in";

/** Stores a begun sign-in while the tab is at another site; `false` where the browser refuses. */
export function keepPendingSignIn(pending: PendingSignIn): boolean {
  return allowed(() => sessionStorage.setItem(storageKey, JSON.stringify(pending)));
}

/** The stored value, returned only once. Not validated yet. */
export function takePendingSignIn(): unknown {
  let kept: string | null = null;
  allowed(() => {
    kept = sessionStorage.getItem(storageKey);
    sessionStorage.removeItem(storageKey);
  });
  return kept === null ? undefined : parseJson(kept);
}

function allowed(use: () => void): boolean {
  try {
    use();
    return true;
  } catch (caught) {
    if (caught instanceof DOMException) return false;
    throw caught;
  }
}
