import { Switch } from "#components/ui/switch.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import type { SkillState } from "#lib/harness/model.ts";

/** Switches a skill as its harness can: on and off, or through all of its states. */
export function StateControl({ name, state }: { name: string; state: SkillState }) {
  const { setSkillState } = useActions();
  return <Switch label={`Enable ${name}`} on={state !== "off"} onChange={(on) => void setSkillState(name, on ? "on" : "off")} />;
}
