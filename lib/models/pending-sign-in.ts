import type { PendingSignIn } from "#lib/chat/models/openrouter-sign-in.ts";
import { parseJson } from "#lib/plain-json.ts";

/** In `sessionStorage`: of this tab alone, and gone with it. */
const storageKey = "skillground.sign-in";

/** Keeps a sign-in that was begun while the tab is elsewhere; `false` where the browser refuses. */
export function keepPendingSignIn(pending: PendingSignIn): boolean {
  return allowed(() => sessionStorage.setItem(storageKey, JSON.stringify(pending)));
}

/** What was kept, once: it is gone afterwards. Not looked at yet. */
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
