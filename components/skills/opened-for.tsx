import { Button } from "#components/ui/button.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { OpeningHarness } from "#lib/stage/opening-harness.ts";
import styles from "./headline.module.css";

/** Which harness the workspace was opened under and why, where nobody chose it; gone once somebody has. */
export function OpenedFor() {
  const why = useWorkspace((state) => state.openedFor);
  const harness = useWorkspace(({ profileId }) => profileById(profileId).label);
  if (!why) return null;
  return (
    <p className={styles.opened}>
      <Reason harness={harness} why={why} />{" "}
      <Button variant="link" onClick={() => document.getElementById(harnessSelectId)?.focus()}>
        Change
      </Button>
    </p>
  );
}

/** Of the element that chooses the harness. */
export const harnessSelectId = "harness";

function Reason({ harness, why }: { readonly harness: string; readonly why: OpeningHarness["why"] }) {
  switch (why.kind) {
    case "holds":
      return (
        <>
          Opened under {harness}: it holds <code>{why.place}</code>.
        </>
      );
    case "usual":
      return <>Opened under {harness}, the agent you use.</>;
    case "standard":
      return <>Opened under {harness}, the open standard.</>;
  }
}
