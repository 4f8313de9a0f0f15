import type { Inquiry } from "#lib/harness/rules/types/inquiry.ts";
import type { QuickFix } from "#lib/harness/rules/types/quick-fix.ts";
import type { Rule } from "#lib/harness/rules/types/rule.ts";
import { readConfig } from "#lib/harness/states/allow-list.ts";
import { whyAllAreOff } from "#lib/harness/states/off-list.ts";
import { failed, passed, type RuleFinding } from "#lib/harness/vocabulary/finding.ts";
import type { Session } from "#lib/harness/vocabulary/session.ts";
import type { AllowList, OffList } from "#lib/harness/vocabulary/states.ts";
import { settingFix, settingPlace } from "./allow-list-setting.ts";

/** Whether skills are on at all, in a harness that has a switch for them. */
export const feature = {
  code: "feature",
  title: "Skills are switched on",
  wrong: "Skills are switched off",
  verdict: "off",
  find: ({ profile: { states }, session }) => {
    if (states.kind === "allow-list") return featureFinding(states, session);
    return states.kind === "off-list" && states.feature ? switchFinding(states, session) : undefined;
  },
  fixes: turnFeatureOn,
} as const satisfies Rule;

function switchFinding(rules: OffList, session: Session): RuleFinding {
  const off = whyAllAreOff(rules, session);
  const key = rules.feature?.join(".");
  if (!off) return passed(`No file says ${key}: false.`);
  return failed(`This file says ${key}: false.`, "Set it to true there.", { place: { path: off.path } });
}

function featureFinding(rules: AllowList, session: Session): RuleFinding {
  const { files, place, whyOff } = session;
  const config = readConfig(rules, files, place);
  const at = settingPlace(rules, session, "enabled");
  if (config.kind === "undecodable") {
    return failed("The harness stops at this setting.", "Fix the setting.", { place: at, says: [config.message] });
  }
  if (!config.enabled) {
    const tested = `${at.label} has a section ${rules.section} that is not enabled.`;
    return failed(tested, `Write ${rules.section}.enabled: true there.`, { place: at });
  }
  if (whyOff?.kind === "switch") {
    const tested = `The harness was started with ${rules.launchSwitch}.`;
    return failed(tested, `Start it without ${rules.launchSwitch}.`);
  }
  return passed(
    at.isSet ? `${at.label} has ${rules.section}.enabled: true.` : "No configuration turns skills off.",
    at,
  );
}

/** Turns the feature on in the configuration, if that is what turns it off. */
function turnFeatureOn({ profile: { states }, session }: Inquiry): readonly QuickFix[] {
  if (states.kind !== "allow-list") return [];
  const label = "Turn skills on in the configuration";
  const mild = settingFix(states, session, label, { enabled: true });
  return mild.length > 0 ? mild : settingFix(states, session, label, { enabled: true, allowed: [] });
}
