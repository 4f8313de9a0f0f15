import type { ShellMarks, SkillTool, SlashActivation } from "#lib/harness/vocabulary/activation.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import type { SkillPermissions } from "#lib/harness/vocabulary/states.ts";
import { longestOf, openCode } from "./opencode.ts";
import { addedBy, permissionsIn, startupOf } from "./opencode-settings.ts";
import { kiloShape } from "./opencode-shape.ts";
import { guardedWorkingFolder } from "./standard-access.ts";
import { everyFolder } from "./usual-parts.ts";

const home = { tellsDescribed: "by-key", scope: "home" } as const;
const upward = { tellsDescribed: "by-key", scope: "project", topFirst: true, staysIn: "project" } as const;
/**
 * If no folder holds `.git`, it looks for its own folders up to the root of the file system, and for those of other harnesses in no folder
 * above.
 */
const own = { ...upward, alsoIn: ["above-to-top"] } as const;
const ofOthers = { scan: everyFolder, takesInstalls: false } as const;

const { activation } = openCode;
const byModel = activation.byModel as SkillTool;
const byUser = activation.byUser as SlashActivation;

/** It tells only the rule that decides. */
const ofOpenCode = permissionsIn("kilo", kiloShape);
const permissions: SkillPermissions = {
  ...ofOpenCode,
  says: ofOpenCode.says.replace("{rules}", "{rule}"),
  sources: { home: "global", project: "project", agent: "agent" },
};

/** It runs the commands of skills that it trusts; what it says instead where that is turned off, and of others. */
const shell: ShellMarks = {
  ofPerson: "[skill shell execution disabled by policy]",
  ofOthers: "[skill shell execution disabled for untrusted skill]",
};

/** Kilo 7.7.7, a fork of OpenCode, by the behaviour of the program and its source. */
export const kilo: Profile = {
  ...openCode,
  startup: startupOf("kilo"),
  guard: guardedWorkingFolder,
  id: "kilo",
  label: "Kilo",
  roots: [
    { ...home, path: ".kilo/skills", takesInstalls: false },
    { ...home, path: ".kilo/skill", takesInstalls: false },
    { ...home, path: ".kilocode/skills", takesInstalls: false },
    { ...home, path: ".kilocode/skill", takesInstalls: false },
    { ...own, path: ".kilo/skills" },
    { ...own, path: ".kilo/skill" },
    { ...own, path: ".kilocode/skills", takesInstalls: false },
    { ...own, path: ".kilocode/skill", takesInstalls: false },
    { ...home, path: ".config/kilo/skills" },
    { ...home, path: ".config/kilo/skill", takesInstalls: false },
    { ...upward, ...ofOthers, alsoIn: ["above"], path: ".agents/skills" },
    { ...upward, ...ofOthers, alsoIn: ["above"], path: ".claude/skills" },
    { ...home, ...ofOthers, path: ".agents/skills" },
    { ...home, ...ofOthers, path: ".claude/skills" },
  ],
  frontmatter: {
    ...openCode.frontmatter,
    dialect: { kind: "javascript", reader: "js-yaml-3", orElse: "colons-in-quotes" },
  },
  addedRoots: addedBy("kilo", { staysIn: "project", checked: kiloShape }),
  catalog: { ...openCode.catalog, own: [{ name: "kilo-config", columns: 439 }] },
  activation: {
    byModel: { ...byModel, permissions, shell, longest: longestOf("kilo") },
    byUser: { ...byUser, shell },
  },
};
