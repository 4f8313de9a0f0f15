import { whereItLooks } from "./where-it-looks.ts";

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
});
