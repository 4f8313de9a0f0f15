import { whereItLooks } from "./where-it-looks.ts";

const page = "jetbrains.com/help/air/skills.html of 6 May 2026";

/** JetBrains Junie, as far as its documentation goes. */
export const junie = whereItLooks({
  id: "junie",
  label: "Junie",
  roots: [
    { scope: "project", path: ".agents/skills" },
    { scope: "project", path: ".junie/skills" },
    { scope: "home", path: ".junie/skills" },
  ],
  tells: ["by-person"],
  typed: "/",
  evidence: [
    {
      claim: "Folders of skills in .agents and .junie of the project",
      source: `Documented: ${page}`,
      rules: ["root", "file-name"],
    },
    {
      claim: "A folder of skills in ~/.junie",
      source: "Documented second-hand: zenn.dev/nattosystem_jp/articles/83eac3ea4f3b2f",
      rules: ["root"],
    },
    {
      claim: "A person chooses one from the menu behind /",
      source: `Documented: ${page}; for JetBrains Air`,
      rules: ["by-person"],
    },
  ],
});
