import type { SkillState } from "#lib/harness/vocabulary/states.ts";
import type { Comparison } from "#lib/report/compare/comparison.ts";
import { chooseProfile, setNoSkills, setSkillState } from "#lib/workspace/conversation/skills-actions.ts";
import { type Changing, type Core, tracked } from "#lib/workspace/core.ts";
import type { ReportMountOptions } from "#lib/workspace/sources/report-mount.ts";
import { reportMount } from "#lib/workspace/sources/report-mount.ts";
import type { CompareOptions } from "./compare-harnesses.ts";
import { compareHarnesses } from "./compare-harnesses.ts";
import { refresh } from "./refresh.ts";

/** What is done with the harness and its skills. */
export interface HarnessActions {
  chooseProfile(profileId: string): Promise<void>;
  reloadSkills(): Promise<void>;
  /** Starts the harness anew, with or without its switch that turns skills off. */
  setNoSkills(noSkills: boolean): Promise<void>;
  /** `location`: of the SKILL.md of a loaded skill. */
  setSkillState(location: string, state: SkillState): Promise<void>;
  /** What every harness would make of the mounted sources, now; `undefined` when cancelled. */
  compareHarnesses(options?: CompareOptions): Promise<Comparison | undefined>;
  /** The report on one mount, part by part. Rejects with a `FailureError`, `cancelled` among them. */
  reportMount(mountId: string, options: ReportMountOptions): Promise<void>;
}

/** The verbs of the harness. @param changing refuses what a read-only tab may not do */
export function harnessActions(core: Core, changing: Changing): HarnessActions {
  return {
    chooseProfile: changing((profileId) => chooseProfile(core, profileId)),
    reloadSkills: () => tracked(core, refresh(core, "load")),
    setNoSkills: changing((noSkills) => setNoSkills(core, noSkills)),
    setSkillState: changing((location, state) => setSkillState(core, location, state)),
    compareHarnesses: (options) => compareHarnesses(core, options),
    reportMount: (mountId, options) => reportMount(core, mountId, options),
  };
}
