import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { beginSignIn } from "#lib/chat/models/openrouter-sign-in.ts";
import { keepPendingSignIn } from "#lib/models/pending-sign-in.ts";
import styles from "../settings.module.css";

/** Starts OpenRouter's sign-in: the person agrees there, and comes back with a key. */
export function SignIn({ isSignedIn }: { isSignedIn: boolean }) {
  const [problem, setProblem] = useState<string>();
  async function signIn() {
    if (!window.isSecureContext) {
      setProblem("Signing in needs https. Paste a key below instead.");
      return;
    }
    const { pathname, search, hash, origin } = location;
    const { address, pending } = await beginSignIn(origin, `${pathname}${search}${hash}`);
    if (!keepPendingSignIn(pending))
      setProblem("This browser stores nothing between pages, so you could not return here. Paste a key below.");
    else location.assign(address);
  }
  return (
    <div className={styles.asked}>
      <Button variant={isSignedIn ? "plain" : "primary"} onClick={() => void signIn()}>
        {isSignedIn ? "Sign in again" : "Sign in with OpenRouter"}
      </Button>
      <p className={styles.promise}>
        Approve on openrouter.ai and come back with a key. Your workspace and unsent text are kept; keys not remembered
        are lost.
      </p>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
