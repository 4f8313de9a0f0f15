import { useLayoutEffect, useRef } from "react";
import { Segments, Switch } from "#components/ui/toggles.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { settableStates } from "#lib/harness/states/states.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type SkillState, type StateRules, stateWord } from "#lib/harness/vocabulary/states.ts";

interface StateControlProps {
  readonly skill: Skill;
  readonly state: SkillState;
}

/** Sets a skill's state if the harness has states: a switch for two, a row of labelled buttons for more. */
export function StateControl({ skill, state }: StateControlProps) {
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const isLocked = useWorkspace(({ view }) => view.whyOff?.kind === "switch");
  const isReadOnly = useReadOnlyTab();
  const { setSkillState } = useActions();
  const { hold, follow } = useFollowedFocus(skill.location, state);
  const states = settableStates(profile);
  const set = (next: SkillState) => {
    follow();
    void setSkillState(skill.location, next);
  };
  if (states.length === 0) return null;
  if (profile.states.kind !== "levels") {
    return (
      <Switch
        label={visibleName(`Enable ${skill.name}`)}
        ref={hold}
        on={state !== "off"}
        disabled={isLocked || isReadOnly}
        onChange={(on) => set(on ? "on" : "off")}
      />
    );
  }
  return (
    <Segments
      label={visibleName(`State of ${skill.name}`)}
      ref={hold}
      options={states.map((value) => {
        return { value, label: stateWord(profile.states, value), title: reachText(profile.states, value) };
      })}
      value={state}
      disabled={isReadOnly}
      onChange={set}
    />
  );
}

/** The skill whose state was last set by keyboard: its row may move to another list, where its control is a new element. */
let followed: string | undefined;

/** Keeps the focus on the control of a skill whose row moves. */
function useFollowedFocus(location: string, state: SkillState) {
  const control = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new state is what ends the wait
  useLayoutEffect(() => {
    if (followed !== location) return;
    followed = undefined;
    control.current?.focus();
  }, [location, state]);
  return {
    hold: (element: HTMLElement | null) => {
      control.current = element;
    },
    follow: () => {
      if (document.activeElement?.matches(":focus-visible")) followed = location;
    },
  };
}

const reach: Readonly<Record<SkillState, string>> = {
  off: "Not used",
  on: "You can invoke it; the model does not see it",
  named: "The model sees only its name",
  active: "The model sees it",
};

/** What a state means for a skill, if the harness has more than on and off. */
export function reachText(rules: StateRules, state: SkillState): string | undefined {
  return rules.kind === "levels" ? reach[state] : undefined;
}
