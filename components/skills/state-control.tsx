import { Switch } from "#components/ui/switch.tsx";
import { useActions, useWorkspace } from "#components/workbench/workspace-context.tsx";
import type { SkillState } from "#lib/harness/model.ts";
import { profileById } from "#lib/harness/profiles.ts";

/** Switches a skill on and off, where its harness can. */
export function StateControl({ name, state }: { name: string; state: SkillState }) {
  const rules = useWorkspace(({ profileId }) => profileById(profileId).states);
  const { setSkillState } = useActions();
  if (rules.kind === "none") return null;
  return (
    <Switch
      label={`Enable ${name}`}
      on={state !== "off"}
      onChange={(on) => void setSkillState(name, on ? "on" : "off")}
    />
  );
}
