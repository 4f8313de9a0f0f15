import { whereItLooks } from "./where-it-looks.ts";

const page = "cursor.com/docs/context/skills, as stored in 2026";

/** Cursor, as far as its documentation goes. */
export const cursor = whereItLooks({
  id: "cursor",
  label: "Cursor",
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".cursor/skills" },
    { scope: "project", path: ".claude/skills" },
    { scope: "project", path: ".codex/skills" },
    { scope: "home", path: ".agents/skills" },
    { scope: "home", path: ".cursor/skills" },
    { scope: "home", path: ".claude/skills" },
    { scope: "home", path: ".codex/skills" },
  ],
  tells: ["by-person"],
  typed: "/",
  knows: ["license", "compatibility", "metadata"],
  keeps: ["hiding-from-model"],
  evidence: [
    {
      claim:
        "Folders of skills in .agents, .cursor, .claude and .codex, of the project and of the person, found at start",
      source: `Documented: ${page}; the list as others quote it, effective-cursor.vercel.app/en/skills and docs of hyhmrright/brooks-lint`,
      program: "Which of two with one name it takes, and what it tells its model, no page says.",
      rules: ["root", "file-name"],
    },
    {
      claim: "A person types / in the agent’s chat and the skill’s name",
      source: `Documented: ${page}, How skills work`,
      program: "Brings skills of its own along, which the page names.",
      rules: ["by-person"],
    },
    {
      claim: "disable-model-invocation: true keeps a skill for people; license, compatibility and metadata are known",
      source: "Documented second-hand: syllago.dev/using-syllago/providers/cursor/skills",
      rules: ["catalog"],
    },
  ],
});
