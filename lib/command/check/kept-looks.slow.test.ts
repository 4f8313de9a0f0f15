import fc from "fast-check";
import { expect, test } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { memoText } from "#lib/memo.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { keepColumns } from "#lib/stage/kept-columns.ts";
import { sourceComparison, sourceId } from "#lib/stage/source-report.ts";
import { names, skillFile } from "#lib/tasks/verify/random-skills.ts";
import { type Snapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { storedSnapshot } from "#lib/vfs/stored-snapshot.ts";
import { columnCache } from "../cache/column-cache.ts";
import { readColumnText } from "../cache/column-text.ts";
import type { KeptFiles } from "../cache/kept-files.ts";
import { treeCache } from "../cache/tree-cache.ts";
import { differingPaths } from "../git/differing-paths.ts";
import { type BegunLook, KeptLooks } from "./kept-looks.ts";
import { createLexical } from "./lexical.ts";

const harnesses = profiles.map(({ id }) => id);
const encoder = new TextEncoder();

type Texts = ReadonlyMap<string, string>;

/**
 * As a check of this tree, and of that of the commit where one is given. Returns what is told of both, and of how many harnesses the first
 * was asked anew.
 */
async function look(files: KeptFiles | undefined, texts: Texts, before?: Texts) {
  const lexical = createLexical(0.5);
  const looks = new KeptLooks(files && columnCache(treeCache(files, "key")), lexical, harnesses);
  let asked = 0;
  const told = async (snapshot: Snapshot, look: BegunLook) => {
    asked = 0;
    const comparison = await inSlices(
      sourceComparison({
        source: { kind: "upload", name: "forms" },
        label: "forms",
        tree: await growTree(snapshot, {}),
        shorten: (column) => {
          asked++;
          return lexical.take(column);
        },
        ...(look.kept && { kept: look.kept }),
      }),
    );
    const overlaps = lexical.overlapsIn(comparison);
    look.end();
    return { skills: comparison.skills, columns: comparison.columns.map(({ catalog: _, ...rest }) => rest), overlaps };
  };
  // Equal contents are one array in both trees, and others in the next check.
  const bytesOf = memoText(1000, (text: string) => encoder.encode(text));
  const own = looks.recall(snapshotOf(texts, bytesOf));
  if (!before) return { told: await told(own.snapshot, looks.begin(own, undefined)), asked };
  const other = looks.recall(snapshotOf(before, bytesOf));
  const differing = differingPaths(own.snapshot, other.snapshot, new Set(differences(texts, before)));
  const keeper = other.columns.size === 0 ? keepColumns(new Map([[sourceId, differing]])) : undefined;
  const now = await told(own.snapshot, looks.begin(own, keeper, other));
  const askedNow = asked;
  return { told: now, asked: askedNow, before: await told(other.snapshot, looks.begin(other, keeper?.last())) };
}

function differences(one: Texts, other: Texts): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((path) => one.get(path) !== other.get(path));
}

function snapshotOf(texts: Texts, bytesOf: (text: string) => Uint8Array): Snapshot {
  return storedSnapshot(
    Array.from(texts, ([path, text]) => {
      const bytes = bytesOf(text);
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
    fc.asyncProperty(skills, changes, changes, fc.boolean(), async (written, made, more, hasPlugin) => {
      const commit = new Map<string, string>([...(hasPlugin ? plugin : []), ...written]);
      const changedBy = (changes: typeof made) => {
        const texts = new Map(commit);
        for (const [at, apply] of changes) apply(texts, written[at % written.length]?.[0] ?? "");
        return texts;
      };
      const files = inMemory();
      const plain = (await look(undefined, commit)).told;
      for (const texts of [changedBy(made), changedBy(more), changedBy(made), commit]) {
        if (texts.size === 0) continue;
        const { told, before } = await look(files, texts, commit);
        expect(told).toEqual((await look(undefined, texts)).told);
        expect(before).toEqual(plain);
      }
    }),
    { numRuns: 4 },
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
