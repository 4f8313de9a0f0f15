import { expect, test } from "vitest";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";

const page = createPageFixture();
const skill = "---\nname: greet\ndescription: Hello\n---\nSay HELLO to them.\n";

async function openGreet() {
  const lab = page.openText(skill);
  await until(lab, ({ phase }) => phase.kind === "ready");
  return lab;
}

test("a text is found in capitals or not, with its line, once in a file that is seen in two places", async () => {
  const { actions } = await openGreet();
  const found = await actions.findText("hello", new AbortController().signal);
  expect(found.filter(({ path }) => path.endsWith("greet/SKILL.md"))).toEqual([
    { path: "/workspace/.agents/skills/greet/SKILL.md", line: 3, text: "description: Hello" },
    { path: "/workspace/.agents/skills/greet/SKILL.md", line: 5, text: "Say HELLO to them." },
  ]);
  expect(await actions.findText("", new AbortController().signal)).toEqual([]);
});

test("what is no text is not searched, and a text that is everywhere is found 200 times", async () => {
  const { actions } = await openGreet();
  await actions.makeFile("/workspace/data.bin", "needle\0");
  expect(await actions.findText("needle", new AbortController().signal)).toEqual([]);
  await actions.makeFile("/workspace/many.txt", "needle\n".repeat(1000));
  expect(await actions.findText("needle", new AbortController().signal)).toHaveLength(200);
});

test("however often a text stands in a file, it is found", async () => {
  const { actions } = await openGreet();
  await actions.makeFile("/workspace/many.txt", "needle\n".repeat(149_000));
  const found = await actions.findText("needle", new AbortController().signal);
  expect(found).toHaveLength(200);
  expect(found[199]).toEqual({ path: "/workspace/many.txt", line: 200, text: "needle" });
});

test("what changes its length in small letters is found where it stands", async () => {
  const { actions } = await openGreet();
  await actions.makeFile("/workspace/a.txt", `${"İ".repeat(50)}\nits NEEDLE\nneedle and needle`);
  const found = await actions.findText("needle", new AbortController().signal);
  expect(found.map(({ line, text }) => [line, text])).toEqual([
    [2, "its NEEDLE"],
    [3, "needle and needle"],
  ]);
});

test("a search that is not wanted any more ends", async () => {
  const { actions } = await openGreet();
  const leaving = new AbortController();
  leaving.abort();
  await expect(actions.findText("hello", leaving.signal)).rejects.toMatchObject({ failure: { code: "cancelled" } });
});

test("every file is told once by its path", async () => {
  const { actions } = await openGreet();
  await actions.makeFile("/home/user/notes.md", "n");
  const paths = actions.allPaths();
  expect(paths).toEqual(expect.arrayContaining(["/workspace/.agents/skills/greet/SKILL.md", "/home/user/notes.md"]));
  expect(new Set(paths).size).toBe(paths.length);
});
