"use client";

import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { Logo } from "#components/ui/site/logo.tsx";
import { canReachServer } from "#lib/offline/can-reach-server.ts";

/**
 * The page shown after an unexpected error in our code, or when scripts of a page did not arrive. It does not touch what was saved in this
 * browser.
 */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  // The bundler's error for a script that could not be fetched.
  const isCut = error.name === "ChunkLoadError";
  useEffect(() => {
    if (isCut && isWithinAnotherPage()) void reloadIfReachable();
  }, [isCut]);
  return (
    <main className="message">
      <Logo size={40} />
      <h1>{isCut ? "The page did not load" : "The lab has stopped"}</h1>
      <p>
        {isCut ? "Check that you are online." : "This is a bug in the lab."} Your saved work is still in this browser.
      </p>
      {!isCut && <pre>{error.message}</pre>}
      <Button onClick={isCut ? () => location.reload() : reset}>Try again</Button>
    </main>
  );
}

/**
 * Whether this address was navigated to within a page that the browser had loaded for another one. React never asks again for a script
 * that has failed once, perhaps long before the navigation, when the page was prefetched: the browser has to load the page.
 */
function isWithinAnotherPage(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && new URL(loaded.name).pathname !== location.pathname;
}

async function reloadIfReachable(): Promise<void> {
  if (await canReachServer()) location.reload();
}
