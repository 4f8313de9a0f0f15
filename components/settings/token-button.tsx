import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import type { Failure } from "#lib/failure.ts";

/** Fetched when it is first opened. */
const TokenDialog = fetchedDialog(async () => (await import("./token-form.tsx")).TokenDialog);

/** Offers to try again with a token, where the repository may be a private one. */
export function TokenButton({ failure, onKept }: { failure: Failure; onKept: () => void }) {
  const [isOpen, setOpen] = useState(false);
  if (failure.code !== "repository-missing" && failure.code !== "token-refused") return null;
  const { host } = new URL(failure.url);
  function close() {
    setOpen(false);
  }
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Use a token for {host}
      </Button>
      {isOpen && (
        <TokenDialog
          host={host}
          onClose={close}
          onKept={() => {
            close();
            onKept();
          }}
        />
      )}
    </>
  );
}
