import { countCut } from "#lib/harness/catalog/cut.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import { settableStates } from "#lib/harness/states/states.ts";
import { stateWord } from "#lib/harness/vocabulary/states.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { Action, ActionGroup } from "./action.ts";

export const reloadSkills: Action = {
  id: "reload-skills",
  label: "Reload skills",
  detail: "restart the harness",
  run: ({ verbs }) => void verbs.reloadSkills(),
};

export const compareHarnesses: Action = {
  id: "compare",
  label: "Compare",
  detail: "what every harness makes of these files",
  opensDialog: true,
  run: ({ ask }) => ask("compare"),
};

export const profileFacts: Action = {
  id: "facts",
  label: "Harness rules",
  detail: "where it looks, and what it tells its model",
  opensDialog: true,
  run: ({ ask }) => ask("facts"),
};

export const testPicks: Action = {
  id: "evals",
  label: "Will it be picked?",
  detail: "which requests lead to which skill",
  opensDialog: true,
  isPossible: ({ view }) => view.catalog.rows.length > 0,
  run: ({ ask }) => ask("evals"),
};

export const competingSkills: Action = {
  id: "overlap",
  label: "Which compete?",
  detail: "skills that are told in similar words",
  opensDialog: true,
  isPossible: ({ view }) => view.catalog.rows.length > 0,
  run: ({ ask }) => ask("overlap"),
};

export const trimDescriptions: Action = {
  id: "trim",
  label: "Trim what is cut",
  detail: "shorten descriptions until all fit",
  opensDialog: true,
  changes: true,
  isPossible: ({ view }) => countCut(view.catalog) > 0,
  run: ({ ask }) => ask("trim"),
};

/** Actions on the harness and its skills. */
export const harnessActions: ActionGroup = (state) => [
  compareHarnesses,
  profileFacts,
  reloadSkills,
  testPicks,
  competingSkills,
  trimDescriptions,
  ...launchSwitch(state),
  ...selectedSkill(state),
  ...profiles
    .filter(({ id }) => id !== state.profileId)
    .map(({ id, label }): Action => {
      return {
        id: `harness ${id}`,
        label: `Switch to ${label}`,
        changes: true,
        run: ({ verbs }) => void verbs.chooseProfile(id),
      };
    }),
];

function launchSwitch({ profileId, noSkills }: WorkspaceState): readonly Action[] {
  const { states } = profileById(profileId);
  if (states.kind !== "allow-list") return [];
  return [
    {
      id: "launch-switch",
      label: `Start ${noSkills ? "without" : "with"} ${states.launchSwitch}`,
      changes: true,
      run: ({ verbs }) => void verbs.setNoSkills(!noSkills),
    },
  ];
}

/** Actions on the selected skill. */
function selectedSkill({ selection, view, profileId }: WorkspaceState): readonly Action[] {
  const location = selection.skill;
  const candidate = view.discovery.candidates.find((one) => one.location === location);
  if (location === undefined || !candidate) return [];
  const profile = profileById(profileId);
  const { skill } = candidate;
  const name = skill?.name ?? candidate.folder;
  const now = view.states.get(location);
  const states = skill && candidate.outcome.kind === "loaded" ? settableStates(profile) : [];
  return [
    {
      id: "try-skill",
      label: `Try ${name}`,
      detail: "fill in a sample request",
      changes: true,
      run: ({ verbs, showPanel }) => void verbs.tryOut(location).then(() => showPanel("chat")),
    },
    ...states
      .filter((each) => each !== now)
      .map((each): Action => {
        return {
          id: `state ${each}`,
          label: `Set ${name} to ${stateWord(profile.states, each)}`,
          changes: true,
          run: ({ verbs }) => void verbs.setSkillState(location, each),
        };
      }),
  ];
}
