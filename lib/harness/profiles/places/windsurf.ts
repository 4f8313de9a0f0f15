import { whereItLooks } from "./where-it-looks.ts";

const page = "docs.windsurf.com/windsurf/cascade/skills, as stored in 2026";

/** Windsurf's Cascade, as far as its documentation goes. */
export const windsurf = whereItLooks({
  id: "windsurf",
  label: "Windsurf",
  roots: [
    { scope: "project", path: ".windsurf/skills" },
    { scope: "project", path: ".agents/skills" },
    { scope: "home", path: ".codeium/windsurf/skills" },
    { scope: "home", path: ".agents/skills" },
  ],
  tells: ["by-person"],
  typed: "@",
  evidence: [
    {
      claim:
        "Folders of skills in .windsurf and .agents of the project, ~/.codeium/windsurf and ~/.agents of the person",
      source: `Documented: ${page}, Manual creation; for .agents as microsoft/apm#1520 quotes that page`,
      program:
        "Reads .claude/skills of both where reading Claude Code’s settings is turned on, and system folders for enterprises.",
      rules: ["root", "file-name"],
    },
    {
      claim: "A person names a skill after @",
      source: `Documented: ${page}`,
      rules: ["by-person"],
    },
    {
      claim: "The model is shown names and descriptions, and gets the rest when it calls a skill",
      source: `Documented: ${page}; in which words, it does not say`,
      rules: ["catalog", "by-model"],
    },
  ],
});
