import { whereItLooks } from "./where-it-looks.ts";

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
});
