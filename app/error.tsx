"use client";

import { Button } from "#components/ui/button.tsx";
import { Logo } from "#components/ui/site/logo.tsx";

/** The page shown after an unexpected error in our code. It does not touch what was saved in this browser. */
export default function ErrorPage({ error, reset }: { error: Error; reset: () => void }) {
  return (
    <main className="message">
      <Logo size={40} />
      <h1>The lab has stopped</h1>
      <p>This is a bug in the lab. Your saved work is still in this browser.</p>
      <pre>{error.message}</pre>
      <Button onClick={reset}>Try again</Button>
    </main>
  );
}
