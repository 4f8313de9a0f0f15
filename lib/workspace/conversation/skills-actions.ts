import { type ModelSettings, windowOf } from "#lib/chat/model-settings.ts";
import { setState } from "#lib/harness/states/states.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { SkillState, States } from "#lib/harness/vocabulary/states.ts";
import { type Core, currentProfile, tracked, workspaceRecord } from "#lib/workspace/core.ts";
import { writeFiles } from "#lib/workspace/files/write-files.ts";
import { refresh } from "#lib/workspace/harness/refresh.ts";

/** What the engine needs to interpret a line or change a state, as of now. */
export function harnessSession(core: Core): Session {
  const { files, view, models } = core.store.getState();
  const { place, discovery, states, isOff } = view;
  return { files, place, discovery, states, isOff, window: windowOf(models) };
}

/** Changes the harness: its roots, rules and texts apply at once, as if it had just been started here. */
export async function chooseProfile(core: Core, profileId: string): Promise<void> {
  core.store.setState({ profileId });
  const saved = core.saver.saveMeta(workspaceRecord(core));
  await refresh(core, "load");
  await saved;
}

/** Starts the harness anew, with or without its switch that turns skills off. */
export async function setNoSkills(core: Core, noSkills: boolean): Promise<void> {
  core.store.setState({ noSkills });
  const saved = core.saver.saveMeta(workspaceRecord(core));
  await refresh(core, "load");
  await saved;
}

/** Writes a skill's state into the harness's own state file. It counts from when that harness would notice. */
export async function setSkillState(core: Core, location: string, state: SkillState): Promise<void> {
  const session = harnessSession(core);
  const skill = session.discovery.skills.find((each) => each.location === location);
  const change = skill && setState(currentProfile(core), session, { skill, state });
  if (!change) return;
  if (!change.restarts) keepStates(core, change.states);
  await writeFiles(core, change.writes, change.restarts ? "load" : "disk");
}

/** Gives the running harness the new states directly, because it would read them from its files only at its next start. */
export function keepStates({ store }: Core, states: States): void {
  store.setState({ view: { ...store.getState().view, states } });
}

/** Another model answers. What a harness leaves out of its catalog depends on what that takes in. */
export async function answerBy(core: Core, models: ModelSettings): Promise<void> {
  const before = windowOf(core.store.getState().models);
  core.store.setState({ models });
  if (windowOf(models) !== before) await tracked(core, refresh(core, "disk"));
}
