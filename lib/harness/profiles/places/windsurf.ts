import { whereItLooks } from "./where-it-looks.ts";

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
});
