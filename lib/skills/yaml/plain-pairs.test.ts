import { expect, test } from "vitest";
import { profiles } from "#lib/harness/profiles.ts";
import { readYaml, type YamlReading } from "../read-frontmatter.ts";
import { readPlainPairs } from "./plain-pairs.ts";

const dialects = [
  ...new Map(profiles.map(({ frontmatter: { dialect } }) => [JSON.stringify(dialect), dialect])).values(),
];

/** Compares with what every dialect reads in the same YAML where a comment keeps it from being plain. */
function expectAlike(yaml: string): void {
  const plain = readPlainPairs(yaml);
  expect(plain?.kind).toBe("fields");
  const commented = `${yaml.replace(/\n$/, "")}\n# a comment\n`;
  expect(readPlainPairs(commented)).toBeUndefined();
  for (const dialect of dialects) {
    expect([yaml, dialect, inOrder(readYaml(commented, dialect))]).toEqual([yaml, dialect, inOrder(plain)]);
  }
}

/** Maps are equal in any order, and lists are not. */
function inOrder(reading: YamlReading | undefined) {
  return reading?.kind === "fields" ? [...reading.fields] : reading;
}

test.each([
  "name: pdf\ndescription: Fills in forms. Use for a form (PDF), e.g. at https://example.com#top.\n",
  'name: "pdf"\ndescription: "Use this: it fills in # forms"\nlicense: \'MIT, "or" so\'',
  "name: pdf\nmetadata:\n  author: Somebody\n  mcp-server: data\n  version: '1.0'\ndescription: Füllt — 表 aus",
  "name: inf\ndescription: NaN\nlicense: e5",
])("what usual frontmatter says is the same to every loader: %j", expectAlike);

test.each([
  "",
  "name:",
  "name: yes",
  "name: 12",
  "name: a\nname: b",
  "name: a: b",
  "name: a:",
  "name: a # b",
  "name: a ",
  "name: a\tb",
  "name: a\\b",
  "name: a\r\n",
  "name: [a]",
  "name: >\n  a",
  "name: a\n  b",
  "name: a\n\nlicense: b",
  'name: "a\\n"',
  "name: 'it''s'",
  "name: ' a'",
  "name: a\u2028b",
  "name: a\ue000\ue001",
  "metadata:\nname: a",
  "metadata: a",
  "metadata:\n  author: a\n  author: b",
  "metadata:\n  version: 1.0",
  "metadata:\n  author: a\n tags: b",
  `metadata:${Array.from({ length: 100 }, (_, at) => `\n  a-${String.fromCharCode(97 + (at % 26), 97 + at / 26)}: b`).join("")}`,
  "allowed-tools: Read",
  "version: a",
  "Name: a",
])("anything else is left to the dialects: %j", (yaml) => expect(readPlainPairs(yaml)).toBeUndefined());

test("texts of chance that count as plain are the same to every loader", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const pick = (from: readonly string[]) => from[random(from.length)] ?? "";
  const signs = [..."aZ7 .,:;#-_?!&*|>%@`'\"[]{}()~=+/<^$é—表", ": ", " #", "no", "null", "---", "0x1", "1e3", "<<"];
  const text = () => Array.from({ length: 1 + random(6) }, () => pick(signs)).join("");
  const value = () => pick([text(), pick(["a", "T", "y", "n"]) + text(), `"${text()}"`, `'${text()}'`]);
  let plain = 0;
  for (let round = 0; round < 1500; round++) {
    const lines = ["name", "description", "license"].slice(0, 1 + random(3)).map((key) => `${key}: ${value()}`);
    if (random(4) === 0)
      lines.splice(random(lines.length + 1), 0, "metadata:", `  ${pick(["author", "a-b"])}: ${value()}`);
    const yaml = lines.join("\n") + pick(["", "\n"]);
    if (!readPlainPairs(yaml)) continue;
    plain++;
    expectAlike(yaml);
  }
  expect(plain).toBeGreaterThan(100);
});
