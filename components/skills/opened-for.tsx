import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { OpeningHarness } from "#lib/stage/opening-harness.ts";
import styles from "./headline.module.css";

/** Of the element that chooses the harness. */
export const harnessSelectId = "harness";

/** Which harness the workspace was opened under and why, where nobody chose it; gone once somebody has. */
export function OpenedFor() {
  const why = useWorkspace((state) => state.openedFor);
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  const isReadOnly = useReadOnlyTab();
  if (!why) return null;
  return (
    <p className={styles.opened}>
      Opened under {harness}
      <Reason why={why} />.{" "}
      <Button variant="link" disabled={isReadOnly} onClick={openHarnessSelect}>
        Change
      </Button>
    </p>
  );
}

function Reason({ why }: { readonly why: OpeningHarness["why"] }) {
  switch (why.kind) {
    case "made":
      return ", which this is made for";
    case "holds":
      return (
        <>
          : it has <code>{why.place}</code>
        </>
      );
    case "usual":
      return ", the agent you use";
    case "standard":
      return ", the open standard";
  }
}

function openHarnessSelect(): void {
  const select = document.getElementById(harnessSelectId);
  if (!(select instanceof HTMLSelectElement)) return;
  select.focus();
  // Safari has no way to unfold it.
  if ("showPicker" in select) select.showPicker();
}
