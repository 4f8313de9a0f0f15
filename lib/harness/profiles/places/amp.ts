import { whereItLooks } from "./where-it-looks.ts";

/** Amp, as far as others describe it: its manual could not be read. */
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
});
