import { expect, test } from "vitest";
import { profileById } from "#lib/harness/profiles.ts";
import { loadSession } from "#lib/harness/session.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { renderCatalog } from "./catalog.ts";

const profile = profileById("qwen-code");
const place = { cwd: "/work/app", home: "/home/dev" };

function catalogOf(length: number) {
  const long = `---\nname: long\ndescription: |2-\n   first\n  ${"x".repeat(length)}\nwhen_to_use: now\n---\n`;
  const files = {
    "/work/app/.qwen/skills/a/SKILL.md": long,
    "/work/app/.qwen/skills/b/SKILL.md": "---\nname: short\ndescription: is short\n---\n",
  };
  return renderCatalog(profile, loadSession(profile, textFiles(files), place));
}

test("rows are whole up to the limit to the character, and have first lines only behind it", () => {
  const { budget } = catalogOf(1);
  const room = 8_000 - (budget?.needed ?? 0) + 1;
  const whole = catalogOf(room);
  expect(whole.budget).toMatchObject({ limit: 8_000, needed: 8_000, used: 8_000 });
  expect(whole.text).toContain("x — now (project)");
  const over = catalogOf(room + 1);
  expect(over.budget?.needed).toBe(8_001);
  expect(over.text).toContain("\nfirst (project)\n");
  expect(over.rows.map(({ cut }) => cut?.told)).toEqual([5, undefined]);
  expect(over.rows[0]?.cut).toMatchObject({ by: "budget", of: room + 1 + " first\nnow".length });
});
