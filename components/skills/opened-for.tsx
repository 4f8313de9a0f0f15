import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { OpeningHarness } from "#lib/stage/opening-harness.ts";
import styles from "./headline.module.css";

/** Element id of the harness select. */
export const harnessSelectId = "harness";

/** Which harness the workspace was opened under and why; hidden once somebody chooses one. */
export function OpenedFor() {
  const why = useWorkspace((state) => state.openedFor);
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const isReadOnly = useReadOnlyTab();
  if (!why) return null;
  return (
    <p className={styles.opened} aria-label={`Why ${harness}`} role="note">
      <Reason why={why} harness={harness} /> ·{" "}
      <Button variant="link" disabled={isReadOnly} onClick={openHarnessSelect}>
        Change
      </Button>
    </p>
  );
}

/** Why this harness: a few words, as the headline above names the harness. */
function Reason({ why, harness }: { readonly why: OpeningHarness["why"]; readonly harness: string }) {
  switch (why.kind) {
    case "made":
      return <>Made for {harness}</>;
    case "holds":
      return (
        <>
          Because of <code title={why.place}>{why.place.replace(/\/.*/, "")}</code>
        </>
      );
    case "usual":
      return "Your agent";
    case "standard":
      return "The open standard";
  }
}

function openHarnessSelect(): void {
  const select = document.getElementById(harnessSelectId);
  if (!(select instanceof HTMLSelectElement)) return;
  select.focus();
  // Safari cannot open a select by script.
  if ("showPicker" in select) select.showPicker();
}
