import { useLayoutEffect, useRef } from "react";
import { Switch } from "#components/ui/switch.tsx";
import { useActions, useWorkspace } from "#components/workbench/workspace-context.tsx";
import type { Skill, SkillState } from "#lib/harness/model.ts";
import { profileById } from "#lib/harness/profiles.ts";

/** The skill switched by keyboard last: it moves to another list, where its switch is a new element. */
let followed: string | undefined;

/** Switches a skill on and off, where its harness can. */
export function StateControl({ skill, state }: { skill: Skill; state: SkillState }) {
  const { name, location } = skill;
  const rules = useWorkspace(({ profileId }) => profileById(profileId).states);
  const { setSkillState } = useActions();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (followed === name) button.current?.focus();
    followed = undefined;
  }, [name]);
  if (rules.kind === "none") return null;
  return (
    <Switch
      label={`Enable ${name}`}
      ref={button}
      on={state !== "off"}
      onChange={(on) => {
        if (button.current?.matches(":focus-visible")) followed = name;
        void setSkillState(location, on ? "on" : "off");
      }}
    />
  );
}
