import fc from "fast-check";
import { expect, test } from "vitest";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import type { Files } from "#lib/vfs/files.ts";
import { lookedSkill, skillFacts } from "./skill-facts.ts";

const path = "/a/SKILL.md";

function fileOf(text: string): Files {
  const bytes = new TextEncoder().encode(text);
  const stat = () => ({ kind: "file", size: bytes.length, executable: false }) as const;
  return { stat, lstat: stat, list: () => undefined, read: () => bytes };
}

const key = fc.constantFrom(
  "tools",
  "allowed-tools",
  '"allowed-tools"',
  "'tools'",
  '"t\\x6fols"',
  '"allowed-\\\n tools"',
  "? tools\n",
  "  ? allowed-tools\n ",
  "!!str tools",
  "&a tools",
  "*a ",
  "name",
  "x-tools-y",
);
const value = fc.constantFrom("Bash", "[Bash, Read]", '"a: b"', "\n  - Bash", "&a tools", "", "|\n  tools: Bash");
const line = fc
  .tuple(key, fc.constantFrom(":", " :", " \t:"), value)
  .map(([name, colon, is]) => `${name}${colon} ${is}`);
const frontmatter = fc.oneof(
  fc.array(line, { maxLength: 4 }).map((lines) => `---\n${lines.join("\n")}\n---\nUse tools: all.\n`),
  line.map((one) => `---\n{ ${one} }\n---\n`),
  line.map((one) => `---\n${one}`),
  line.map((one) => `\ufeff---\r\n${one}\r\n---\r\n`),
);

test("the tools that a rule is told are those of the report, however the key is written", () => {
  const found = new Set<boolean>();
  fc.assert(
    fc.property(frontmatter, (text) => {
      const files = fileOf(text);
      const { tools } = skillFacts(files, path, [], "none");
      expect(lookedSkill(files, path, []).tools()).toBe(tools);
      found.add(tools !== undefined);
    }),
    { numRuns: 2000 },
  );
  expect(found.size).toBe(2);
});

test("no text has more tokens than characters", () => {
  const piece = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("a", "A1", ".", "\n", "語", " ", "é"));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const text = pieces.join("");
      expect(sampleTokens(text)).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 500 },
  );
});
