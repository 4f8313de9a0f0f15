import { BookOpenText } from "lucide-react";
import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { profileFacts } from "#components/actions/harness-actions.ts";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import styles from "./profile-facts-button.module.css";

/** Fetched when it is first opened. */
const ProfileFactsDialog = fetchedDialog(async () => (await import("./profile-facts-dialog.tsx")).ProfileFactsDialog);

/** Opens the rules of the chosen harness. A link opens them with `view=facts`, once the lab is open. */
export function ProfileFactsButton() {
  const [choice, setChoice] = useState(() => (isAskedFor() ? "asked" : "closed"));
  useAsked("facts", () => setChoice("open"));
  const isReady = useWorkspace((state) => state.phase.kind === "ready");
  const isOpen = choice === "open" || (choice === "asked" && isReady);
  return (
    <>
      <ActionButton
        action={profileFacts}
        icon={<BookOpenText size={15} aria-hidden />}
        variant="plain"
        className={styles.wide}
      />
      {isOpen && <ProfileFactsDialog onClose={() => setChoice("closed")} />}
    </>
  );
}

function isAskedFor(): boolean {
  return parseLinkQuery(location.search).view === "facts";
}
