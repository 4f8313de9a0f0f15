import type { Skill } from "./model.ts";

/** Whether a skill's frontmatter, or a file beside it, keeps it from the model or from the person. */
export function isHiddenFrom({ hiddenFrom }: Pick<Skill, "hiddenFrom">, whom: "model" | "person"): boolean {
  return hiddenFrom === whom || hiddenFrom === "both";
}
