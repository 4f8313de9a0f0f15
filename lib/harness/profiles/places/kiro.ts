import { whereItLooks } from "./where-it-looks.ts";

const page = "kiro.dev/docs/skills and kiro.dev/docs/cli/skills, as stored in 2026";

/** Kiro, as far as its documentation goes. */
export const kiro = whereItLooks({
  id: "kiro",
  label: "Kiro",
  roots: [
    { scope: "project", path: ".kiro/skills" },
    { scope: "home", path: ".kiro/skills" },
  ],
  tells: ["by-person", "same-name"],
  typed: "/",
  firstWins: true,
  evidence: [
    {
      claim: "Folders of skills in .kiro of the workspace and of the person",
      source: `Documented: ${page}`,
      program: "Agents that a person has made get only the skills that they name as resources (kirodotdev/Kiro#5394).",
      rules: ["root", "file-name"],
    },
    {
      claim: "Of two with one name the workspace’s is taken",
      source: `Documented: ${page}`,
      rules: ["name-taken"],
    },
    {
      claim: "A person types / and the skill’s name",
      source: `Documented: ${page}, How skills work`,
      rules: ["by-person"],
    },
    {
      claim: "Names and descriptions are read at the start of a session",
      source: `Documented: ${page}; in which words the model is told of them, they do not say`,
      rules: ["catalog"],
    },
  ],
});
