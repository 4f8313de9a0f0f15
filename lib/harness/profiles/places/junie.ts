import { whereItLooks } from "./where-it-looks.ts";

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
});
