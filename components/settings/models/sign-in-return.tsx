"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Logo } from "#components/ui/site/logo.tsx";
import styles from "#components/ui/site/message-page.module.css";
import { failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";

/** The return address of OpenRouter's sign-in: takes the key, chooses a model, and goes back to where the person was. */
export function SignInReturn() {
  const router = useRouter();
  const [refused, setRefused] = useState<{ readonly why: string; readonly returnTo: string }>();
  useEffect(() => {
    // So the build leaves the models out of the server's page.
    if (typeof window === "undefined") return undefined;
    const stopping = new AbortController();
    // Read once, as development runs effects twice.
    const search = location.search;
    const timer = setTimeout(async () => {
      // Removes the one-time code from the history.
      history.replaceState(null, "", location.pathname);
      const { endSignIn } = await import("./end-sign-in.ts");
      const end = await endSignIn(search, stopping.signal).catch(asRefusal);
      if (stopping.signal.aborted) return;
      if (end.why === undefined) router.replace(end.returnTo);
      else setRefused({ why: end.why, returnTo: end.returnTo });
    });
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [router]);
  return (
    <main className={styles.page}>
      <Logo size={32} />
      {refused ? (
        <>
          <h1>Not signed in</h1>
          <p role="alert">{refused.why}</p>
          <p>
            <Link href={refused.returnTo} prefetch={false}>
              {refused.returnTo === "/" ? "To the home page" : "Back to where you were"}
            </Link>
          </p>
        </>
      ) : (
        <>
          <h1>Signing in</h1>
          <p role="status">Getting your key from OpenRouter and looking for a free model…</p>
        </>
      )}
    </main>
  );
}

/** The refusal for code that could not be fetched. */
function asRefusal(caught: unknown): { readonly why: string; readonly returnTo: string } {
  return { why: `${failureParts(failureOrThrow(caught)).what} Sign in again when you are online.`, returnTo: "/" };
}
