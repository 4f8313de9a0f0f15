import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { compareHarnesses } from "#components/actions/harness-actions.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";

/** Fetched when it is first opened. */
const CompareDialog = fetchedDialog(async () => (await import("./compare-dialog.tsx")).CompareDialog);

/**
 * Opens the comparison of all harnesses on these files. A link opens it with `compare=keen,gencode` or `view=compare`, once the lab is
 * open.
 */
export function CompareButton() {
  const [choice, setChoice] = useState(() => (isAsked() ? "asked" : "closed"));
  useAsked("compare", () => setChoice("open"));
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const isOpen = choice === "open" || (choice === "asked" && isReady);
  return (
    <>
      <ActionButton action={compareHarnesses} />
      {isOpen && <CompareDialog onClose={() => setChoice("closed")} />}
    </>
  );
}

function isAsked(): boolean {
  const { compare, view } = parseLinkQuery(location.search);
  return compare !== undefined || view === "compare";
}
