import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import type { SkillPair } from "#lib/evals/everyday-set.ts";

/** Each is fetched when it is first opened. */
const OverlapDialog = fetchedDialog(async () => (await import("./overlap-dialog.tsx")).OverlapDialog);
const EvalsDialog = fetchedDialog(async () => (await import("../evals-dialog.tsx")).EvalsDialog);

/** Opens the map of competing skills, from where two of them can be tested. */
export function OverlapButton() {
  const [shown, setShown] = useState<"map" | SkillPair>();
  const close = () => setShown(undefined);
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setShown("map")}>
        Which compete?
      </Button>
      {shown === "map" && <OverlapDialog onTry={setShown} onClose={close} />}
      {typeof shown === "object" && <EvalsDialog pair={shown} onClose={close} />}
    </>
  );
}
