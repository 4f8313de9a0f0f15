import { whereItLooks } from "./where-it-looks.ts";

/** Amp, as far as others tell: its manual is not among what could be read. */
export const amp = whereItLooks({
  id: "amp",
  label: "Amp",
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "home", path: ".config/agents/skills" },
    { scope: "home", path: ".config/amp/skills" },
    { scope: "project", path: ".claude/skills" },
    { scope: "home", path: ".claude/skills" },
  ],
  tells: [],
  evidence: [
    {
      claim:
        "Folders of skills in .agents and .claude of the project, ~/.config/agents, ~/.config/amp and ~/.claude of the person",
      source:
        "Documented second-hand: decodeclaude.com/amp-code-spec/enhancements/16-skills, syllago.dev/using-syllago/providers/amp/skills",
      program: "Reads a cache of plugins, the folders of skills.path and built-in skills, too, as these say.",
      rules: ["root", "file-name"],
    },
    {
      claim:
        "Which of two skills with one name counts, what the model is told and how a person calls one are not written down",
      source: "Not found: ampcode.com/manual, section Agent Skills, could not be read",
      rules: ["name-taken", "catalog", "by-model", "by-person"],
    },
  ],
});
