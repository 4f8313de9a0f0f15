import { whereItLooks } from "./where-it-looks.ts";

const page = "docs.factory.ai/harness/skills, as stored in 2026";

/** Factory's Droid, as far as its documentation goes. */
export const factory = whereItLooks({
  id: "factory",
  label: "Factory Droid",
  roots: [
    { scope: "project", path: ".factory/skills" },
    { scope: "home", path: ".factory/skills" },
    { scope: "project", path: ".agent/skills" },
  ],
  tells: ["by-person"],
  typed: "/",
  keeps: ["hiding"],
  evidence: [
    {
      claim: "Folders of skills in .factory of the project and of the person, and in .agent of the project",
      source: `Documented: ${page}; .agent as Factory-AI/factory, docs/cli/configuration/skills.mdx at a80aa7c5, has it`,
      program: "Files of .factory/commands make commands in the same way, which are left out here.",
      rules: ["root"],
    },
    {
      claim: "The file is called SKILL.md",
      source: `Documented: ${page}`,
      program: "An older page, docs.factory.ai/cli/configuration/skills, takes skill.mdx, too.",
      rules: ["file-name"],
    },
    {
      claim: "A person types / and the skill’s name, unless user-invocable is false",
      source: `Documented: ${page}`,
      rules: ["by-person"],
    },
    {
      claim: "disable-model-invocation keeps a skill from the model",
      source: "Documented: docs.factory.ai/cli/configuration/skills, Control who invokes a skill",
      rules: ["catalog"],
    },
  ],
});
