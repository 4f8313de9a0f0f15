import { whereItLooks } from "./where-it-looks.ts";

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
});
