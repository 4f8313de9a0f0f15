import fc from "fast-check";
import { expect, test } from "vitest";
import { inSlices } from "#lib/async/slices.ts";
import { names, skillFile } from "#lib/tasks/verify/random-skills.ts";
import { shareSnapshot, snapshotMode } from "#lib/vfs/snapshot.ts";
import { growTree } from "./grow-tree.ts";
import { type KeptColumns, keepColumns } from "./kept-columns.ts";
import { sourceComparison } from "./source-report.ts";

const encoder = new TextEncoder();

const roots = [
  "skills",
  ".claude/skills",
  ".agents/skills",
  ".github/skills",
  ".codex/skills",
  "plugins/p/skills",
  "x",
];

const location = fc
  .tuple(fc.constantFrom(...roots), fc.constantFrom(...names))
  .map(([root, name]) => `${root}/${name}/SKILL.md`);

const manifests = {
  ".claude-plugin/marketplace.json": JSON.stringify({
    name: "m",
    owner: { name: "o" },
    plugins: [{ name: "p", source: "./plugins/p" }],
  }),
  "plugins/p/.claude-plugin/plugin.json": JSON.stringify({ name: "p" }),
};

const described = (text: string, description: string) =>
  text.replace(/^description:.*$/m, () => `description: ${description}`);

const change = fc.oneof(
  skillFile.map((text) => () => text),
  fc
    .constantFrom("\nMore.\n", "x", "\u{e0041}", "\n---\n", "\n```\n---\n")
    .map((more) => (text: string) => text + more),
  fc
    .constantFrom("Other words", "''", "x: y", "[a, b]", "|\n  two\n  lines", "12", "null", "true", "x".repeat(2000))
    .map((description) => (text: string) => described(text, description)),
);

test("whatever the texts of skills become, what follows from what was found before is what is found", async () => {
  const skills = fc.array(fc.tuple(location, skillFile), { minLength: 1, maxLength: 8 });
  const changes = fc.array(fc.tuple(fc.nat(), change), { minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(skills, changes, fc.boolean(), async (written, changed, hasPlugin) => {
      const texts = [...(hasPlugin ? Object.entries(manifests) : []), ...written];
      const before = new Map(texts.map(([path, text]) => [path, encoder.encode(text)]));
      const after = new Map(before);
      const differing = new Set(["/"]);
      for (const [at, changedText] of changed) {
        const path = written[at % written.length]?.[0] ?? "";
        after.set(path, encoder.encode(changedText(new TextDecoder().decode(after.get(path)))));
        path.split("/").forEach((_, depth, parts) => void differing.add(`/${parts.slice(0, depth + 1).join("/")}`));
      }
      const kept = keepColumns(new Map([["source", differing]]));
      await compared(before, kept);
      const found = await compared(after, kept);
      // Of copies nothing is known, as what was read is remembered by its bytes.
      expect(found).toEqual(await compared(new Map([...after].map(([path, bytes]) => [path, bytes.slice()]))));
    }),
    { numRuns: 12 },
  );
});

async function compared(contents: ReadonlyMap<string, Uint8Array>, kept?: KeptColumns) {
  const entries = [...contents].map(([path, bytes]) => ({ path, mode: snapshotMode.file, bytes }));
  const tree = await growTree(shareSnapshot(entries), {});
  const source = { kind: "upload", name: "forms" } as const;
  return inSlices(sourceComparison({ source, label: "forms", tree, ...(kept && { kept }) }));
}
