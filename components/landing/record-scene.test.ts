import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { recordScene } from "./record-scene.ts";

const samples = fileURLToPath(new URL("../../public/samples", import.meta.url));

test("the scene of the first page goes through the three tiers, and comes out different elsewhere", async () => {
  const { prompt, skills, steps, answer, tokens, elsewhere } = await recordScene(samples);
  expect(prompt).toContain("src/invoice.ts");
  expect(skills.filter(({ isActivated }) => isActivated).map(({ name }) => name)).toEqual(["code-review"]);
  const tiers = steps.flatMap(({ tier }) => tier ?? []);
  expect(tiers).toEqual(tiers.toSorted());
  expect(new Set(tiers)).toEqual(new Set([2, 3]));
  // More steps would not fit into the first screen.
  expect(steps.length).toBeGreaterThan(1);
  expect(steps.length).toBeLessThan(7);
  expect(steps[0]).toMatchObject({ chose: "code-review", verb: "Read", object: "code-review/SKILL.md" });
  expect(answer.join(" ")).toMatch(/code-review/);
  expect(answer.join(" ")).not.toMatch(/[*`]/);
  expect(Object.values(tokens).every((count) => count > 0)).toBe(true);
  expect(elsewhere.map(({ told, total }) => [told, total])).toEqual([
    [2, 2],
    [0, 2],
    [undefined, 2],
  ]);
  const [all, none, unknown] = elsewhere.map(({ harnesses }) => harnesses);
  expect(all).toContain("Codex");
  expect(none).toContain("Claude Code");
  expect(unknown).toContain("Cursor");
  expect(elsewhere.flatMap(({ harnesses }) => harnesses)).not.toContain("Agent Skills");
});
