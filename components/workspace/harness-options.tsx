import { useState } from "react";
import { Options } from "#components/ui/options.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import { recentHarnesses } from "#lib/keeping/usual-harness.ts";
import { harnessGroups } from "./harness-groups.ts";
import { useWorkspace } from "./workspace-context.tsx";

/** The options of a harness select, the likely ones first. Typing a letter or two finds one, as in every native list. */
export function HarnessOptions() {
  const held = useWorkspace((state) => state.heldHarnesses);
  // Read when the lab opens: nobody learns a list whose order changes with each choice.
  const [recent] = useState(recentHarnesses);
  const groups = harnessGroups(profiles, held, recent);
  if (groups.length === 1) return optionsOf(profiles);
  return groups.map(({ label, harnesses }) => (
    <optgroup key={label} label={label}>
      {optionsOf(harnesses)}
    </optgroup>
  ));
}

function optionsOf(harnesses: typeof profiles) {
  return <Options of={harnesses.map(({ id, label }) => [id, label])} />;
}
