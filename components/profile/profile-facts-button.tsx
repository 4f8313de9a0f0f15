import { BookOpenText } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import { ProfileFactsDialog } from "./profile-facts-dialog.tsx";

/** Opens the rules of the chosen harness. A link asks for them by `view=facts`, which waits until the lab is open. */
export function ProfileFactsButton() {
  const [choice, setChoice] = useState(() => (isAskedFor() ? "asked" : "closed"));
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const isOpen = choice === "open" || (choice === "asked" && isReady);
  return (
    <>
      <IconButton label="Profile facts" variant="plain" aria-haspopup="dialog" onClick={() => setChoice("open")}>
        <BookOpenText size={15} aria-hidden />
      </IconButton>
      {isOpen && <ProfileFactsDialog onClose={() => setChoice("closed")} />}
    </>
  );
}

function isAskedFor(): boolean {
  return parseLinkQuery(location.search).view === "facts";
}
