import { whereItLooks } from "./where-it-looks.ts";

/** Google Antigravity, as far as others quote its documentation. */
export const antigravity = whereItLooks({
  id: "antigravity",
  label: "Antigravity",
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".agent/skills" },
    { scope: "home", path: ".gemini/config/skills" },
    { scope: "home", path: ".gemini/antigravity/skills" },
  ],
  tells: [],
  evidence: [
    {
      claim: "Folders of skills in .agents of the workspace and in ~/.gemini/config of the person",
      source:
        "Documented: antigravity.google/docs/skills, as atamel.dev/posts/2026/07-01_where_agy_agent_skills quotes it",
      program: "Its three editions were seen there to look in places that differ.",
      rules: ["root", "file-name"],
    },
    {
      claim: "Older versions: .agent of the workspace, ~/.gemini/antigravity of the person",
      source: "Documented second-hand: codelabs.developers.google.com/getting-started-with-antigravity-skills",
      rules: ["root"],
    },
    {
      claim: "Which of two skills with one name counts is not written down",
      source: "Documented second-hand: lilys.ai, notes on Antigravity’s skills, say so",
      rules: ["name-taken"],
    },
  ],
});
