import { expect, test } from "vitest";
import { finish } from "#lib/async/steps.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { findSkillFiles } from "#lib/vfs/files.ts";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { deriveView } from "./derive-view.ts";
import { candidatesNow, pendingChanges } from "./pending.ts";

const profile = profileById("keen");
const at = (name: string) => `/workspace/.agents/skills/${name}/SKILL.md`;
const text = (name: string, description = "Helps.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`;

function inputOf(texts: Readonly<Record<string, string>>) {
  const files = textFiles(texts);
  return { profile, files, skillFiles: findSkillFiles(files, "/"), mountNotices: [] };
}

test("what a reload would find otherwise is pending, and nothing after it", () => {
  const running = finish(
    deriveView(inputOf({ [at("kept")]: text("kept"), [at("old")]: text("old"), [at("gone")]: text("gone") })),
  );
  expect([...pendingChanges(running)]).toEqual([]);
  const later = inputOf({
    [at("kept")]: text("kept"),
    [at("old")]: text("old", "Helps more."),
    [at("new")]: text("new"),
    [at("broken")]: "no frontmatter",
  });
  const view = finish(deriveView({ ...later, running }));
  expect(Object.fromEntries(pendingChanges(view))).toEqual({
    [at("old")]: "changed",
    [at("new")]: "new",
    [at("gone")]: "gone",
  });
  expect(candidatesNow(view).map(({ location, outcome }) => [location, outcome.kind])).toEqual([
    [at("broken"), "rejected"],
    [at("kept"), "loaded"],
    [at("new"), "loaded"],
    [at("old"), "loaded"],
    [at("gone"), "loaded"],
  ]);
  expect([...pendingChanges(finish(deriveView(later)))]).toEqual([]);
});
