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
});
