import type { Session, SkillState } from "#lib/harness/model.ts";
import { setState } from "#lib/harness/states.ts";
import { type Core, currentProfile } from "./core.ts";
import { place } from "./place.ts";
import { workspaceRecord } from "./record.ts";
import { refresh } from "./refresh.ts";
import { writeFiles } from "./write-files.ts";

/** What the engine needs to interpret a line or change a state, as of now. */
export function harnessSession(core: Core): Session {
  const { files, view } = core.store.getState();
  return { files, place, discovery: view.discovery };
}

/** Changes the harness: its roots, rules and texts apply at once, as if it had just been started here. */
export async function chooseProfile(core: Core, profileId: string): Promise<void> {
  core.store.setState({ profileId });
  await refresh(core, "load");
  await core.saver.saveMeta(workspaceRecord(core));
}

/** Changes a skill's state through the harness's own state file. */
export async function setSkillState(core: Core, name: string, state: SkillState): Promise<void> {
  const result = setState(currentProfile(core), harnessSession(core), name, state);
  if (result.kind === "command") await writeFiles(core, result.writes);
}
