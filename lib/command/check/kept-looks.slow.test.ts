import fc from "fast-check";
import { expect, test } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { growTree } from "#lib/stage/mount-tree.ts";
import { sourceComparison } from "#lib/stage/source-report.ts";
import { names, skillFile } from "#lib/tasks/verify/random-skills.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { storedSnapshot } from "#lib/vfs/stored-snapshot.ts";
import { columnCache } from "../cache/column-cache.ts";
import { readColumnText } from "../cache/column-text.ts";
import type { KeptFiles } from "../cache/kept-files.ts";
import { KeptLooks } from "./kept-looks.ts";
import { createLexical } from "./lexical.ts";

const harnesses = profiles.map(({ id }) => id);
const encoder = new TextEncoder();

type Texts = ReadonlyMap<string, string>;

/** As a check of this tree, after a look at the tree of the commit where one is given. Returns what is told, and how many were asked anew. */
async function look(files: KeptFiles | undefined, texts: Texts, before?: Texts) {
  const lexical = createLexical(0.5);
  const looks = new KeptLooks(files && columnCache(files, "key"), lexical, harnesses);
  const [own, other] = [looks.recall(snapshotOf(texts)), before && looks.recall(snapshotOf(before))];
  const look = looks.begin(own, undefined, other);
  let asked = 0;
  const comparison = await inSlices(
    sourceComparison({
      source: { kind: "upload", name: "forms" },
      label: "forms",
      tree: await growTree(own.snapshot, {}),
      shorten: (column) => {
        asked++;
        return lexical.take(column);
      },
      ...(look.kept && { kept: look.kept }),
    }),
  );
  const overlaps = lexical.overlapsIn(comparison);
  look.end();
  const columns = comparison.columns.map(({ catalog: _, ...column }) => column);
  return { told: { skills: comparison.skills, columns, overlaps }, asked };
}

function snapshotOf(texts: Texts) {
  return storedSnapshot(
    Array.from(texts, ([path, text]) => {
      const bytes = encoder.encode(text);
      return { path, mode: snapshotMode.file, size: bytes.length, read: () => bytes };
    }),
  );
}

function inMemory(): KeptFiles & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return { texts, read: (name) => texts.get(name), keep: (name, text) => void texts.set(name, text) };
}

const skill = (name: string, description: string, body = "Do it.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;
const usual: Texts = new Map([
  ["skills/a/SKILL.md", skill("a", "Fills in forms.")],
  ["skills/a/scripts/run.py", "print()\n"],
  ["skills/b/SKILL.md", skill("b", "Fills in tax forms.")],
  ["skills/c/SKILL.md", "# Some\n"],
  [".claude-plugin/plugin.json", '{ "name": "forms" }'],
]);
const changed = (path: string, text: string): Texts => new Map(usual).set(path, text);

test("of a tree that was looked at before no harness is asked again, and the same is told", async () => {
  const files = inMemory();
  const first = await look(files, usual);
  const again = await look(files, new Map(usual));
  expect([first.asked, again.asked]).toEqual([harnesses.length, 0]);
  expect(again.told).toEqual(first.told);
  expect(first.told).toEqual((await look(undefined, usual)).told);
});

test.each<[string, Texts, number]>([
  [
    "instructions are asked of whoever tells them",
    changed("skills/a/SKILL.md", skill("a", "Fills in forms.", "No.")),
    1,
  ],
  ["a description is asked of everybody", changed("skills/a/SKILL.md", skill("a", "Empties forms.")), harnesses.length],
  ["a script is asked of nobody", changed("skills/a/scripts/run.py", "print(12345)\n"), 0],
  ["a manifest is asked of everybody", changed(".claude-plugin/plugin.json", '{ "name": "other" }'), harnesses.length],
  ["a new file is asked of everybody", changed("skills/a/more.md", "More"), harnesses.length],
])("after a look at the commit, other %s", async (_, texts, asked) => {
  const files = inMemory();
  await look(files, usual);
  const now = await look(files, texts, usual);
  expect(now.asked).toBe(asked);
  expect(now.told).toEqual((await look(undefined, texts)).told);
});

test("what was too large to be read counts once it is small", async () => {
  const files = inMemory();
  const large = changed(".claude-plugin/plugin.json", `{ "name": "forms"${" ".repeat(512 * 1024)} }`);
  await look(files, large);
  expect((await look(files, usual, large)).told).toEqual((await look(undefined, usual)).told);
});

const roots = ["skills", ".claude/skills", ".agents/skills", ".github/skills", "plugins/p/skills", "x"];
const location = fc
  .tuple(fc.constantFrom(...roots), fc.constantFrom(...names))
  .map(([root, name]) => `${root}/${name}/SKILL.md`);
const plugin: readonly (readonly [string, string])[] = [
  [
    ".claude-plugin/marketplace.json",
    '{"name":"m","owner":{"name":"o"},"plugins":[{"name":"p","source":"./plugins/p"}]}',
  ],
  ["plugins/p/.claude-plugin/plugin.json", '{"name":"p"}'],
];
const beside = fc.constantFrom("agents/openai.yaml", "scripts/run.sh", "evals/evals.json", "README.md");
const change = fc.oneof(
  skillFile.map((text) => (texts: Map<string, string>, path: string) => void texts.set(path, text)),
  fc.constantFrom("\nMore.\n", "x", "\u{e0041}").map((more) => (texts: Map<string, string>, path: string) => {
    texts.set(path, texts.get(path) + more);
  }),
  fc.tuple(beside, fc.constantFrom("policy:\n  allow_implicit_invocation: false\n", "x")).map(
    ([name, text]) =>
      (texts: Map<string, string>, path: string) =>
        void texts.set(path.replace("SKILL.md", name), text),
  ),
  fc.constant((texts: Map<string, string>, path: string) => void texts.delete(path)),
);

test("whatever trees become, what is told with a cache is what is told without one", async () => {
  const skills = fc.array(fc.tuple(location, skillFile), { minLength: 1, maxLength: 6 });
  const changes = fc.array(fc.tuple(fc.nat(), change), { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(skills, changes, fc.boolean(), async (written, made, hasPlugin) => {
      const before = new Map<string, string>([...(hasPlugin ? plugin : []), ...written]);
      const after = new Map(before);
      for (const [at, apply] of made) apply(after, written[at % written.length]?.[0] ?? "");
      if (after.size === 0) return;
      const files = inMemory();
      const plain = (await look(undefined, after)).told;
      await look(files, before);
      expect((await look(files, after, before)).told).toEqual(plain);
      expect((await look(files, after, before)).told).toEqual(plain);
    }),
    { numRuns: 10 },
  );
});

test("a kept text of any other shape is none", async () => {
  const files = inMemory();
  await look(files, usual);
  const [json = ""] = [...files.texts.values()].filter((text) => text.startsWith("{"));
  expect(readColumnText(json)?.map(({ profileId }) => profileId)).toEqual(harnesses);
  const odd = fc.constantFrom(null, -2, 0.5, 1e9, "text", [], {}, [[]], true);
  fc.assert(
    fc.property(fc.nat(), odd, (at, value) => {
      const read = JSON.parse(json) as object;
      const places = placesIn(read);
      const [holder, key] = places[at % places.length] ?? [{}, ""];
      holder[key] = value;
      // Another number may be that of another text: then it is as good as any, and only the digest tells.
      const columns = readColumnText(JSON.stringify(read));
      for (const { verdicts, met, told } of columns ?? []) {
        expect([...verdicts.values(), ...met, ...told.offers].every((each) => typeof each === "object")).toBe(true);
      }
    }),
    { numRuns: 500 },
  );
  for (const text of ["", "{}", "[]", "null", "{", '{"texts":[],"files":[],"offers":[],"catalogs":[],"columns":[1]}'])
    expect(readColumnText(text)).toBeUndefined();
});

function placesIn(value: object): (readonly [Record<string, unknown>, string])[] {
  const own = value as Record<string, unknown>;
  return Object.entries(own).flatMap(([key, item]) => [
    [own, key] as const,
    ...(typeof item === "object" && item !== null ? placesIn(item) : []),
  ]);
}
