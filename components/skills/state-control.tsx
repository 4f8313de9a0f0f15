import { Select } from "#components/ui/select.tsx";
import { Switch } from "#components/ui/switch.tsx";
import { useActions, useWorkspace } from "#components/workbench/workspace-context.tsx";
import type { SkillState } from "#lib/harness/model.ts";
import { profileById } from "#lib/harness/profiles.ts";

/** Switches a skill as its harness can: on and off, through its levels, or not at all. */
export function StateControl({ name, state }: { name: string; state: SkillState }) {
  const rules = useWorkspace(({ profileId }) => profileById(profileId).states);
  const { setSkillState } = useActions();
  const change = (next: SkillState) => void setSkillState(name, next);
  if (rules.kind === "none") return null;
  if (rules.kind === "switches") {
    return <Switch label={`Enable ${name}`} on={state !== "off"} onChange={(on) => change(on ? "on" : "off")} />;
  }
  return (
    <Select label={`State of ${name}`} labelHidden value={state} onChange={(next) => change(next as SkillState)}>
      {Object.entries(rules.words).map(([level, word]) => (
        <option key={level} value={level}>
          {word}
        </option>
      ))}
    </Select>
  );
}
