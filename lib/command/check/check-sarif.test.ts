import { expect, test } from "vitest";
import { textFiles } from "#lib/vfs/snapshot-files.ts";
import { sarifErrors } from "#test/sarif-schema.ts";
import { checkSarif } from "./check-sarif.ts";
import type { CheckResult } from "./check-shape.ts";

const codes = ["secret", "dead-link", "left-out", "catalog-cut", "overlap", "lexical-preview", "suppression"];
const findings = codes.map((code, at) => ({
  code,
  level: at === 0 ? ("error" as const) : ("warning" as const),
  path: "a b/SKILL.md",
  line: 2,
  says: `It is so of \u202e\ud800 ${code}`,
  isNew: at < 3,
  ...(at === 4 && { isAccepted: true as const }),
}));
const result: CheckResult = {
  version: 1,
  label: "skills",
  since: "0".repeat(40),
  skills: 1,
  findings: [
    ...findings,
    { code: "no-licence", level: "note", path: "a b/SKILL.md", line: 1, says: "None", isNew: true },
  ],
  gone: 0,
  previews: [],
};
const files = textFiles({ "/a b/SKILL.md": "first\nsecond line\nthird\n" });

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
  readonly results: readonly Readonly<Record<string, unknown>>[];
}
const runOf = (sarif: string) => (JSON.parse(sarif) as { readonly runs: readonly Run[] }).runs[0] as Run;

test("fits the schema of SARIF 2.1.0, with a commit to compare with and without", () => {
  expect(sarifErrors(checkSarif(result, { version: "1.2.3", prefix: "plugins/", files }))).toEqual([]);
  const { since: _, ...alone } = result;
  expect(sarifErrors(checkSarif(alone, {}))).toEqual([]);
});

test("has a rule for each code, and places each finding by line, columns and fingerprint; notes are not in it", () => {
  const { tool, results } = runOf(checkSarif(result, { prefix: "plugins/", files }));
  expect(results.map(({ ruleId }) => ruleId)).toEqual(codes);
  for (const [at, { ruleIndex, ruleId, ...rest }] of results.entries()) {
    expect(tool.driver.rules[ruleIndex as number]?.id).toBe(ruleId);
    expect(rest).toMatchObject({
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "plugins/a%20b/SKILL.md", uriBaseId: "%SRCROOT%" },
            region: { startLine: 2, startColumn: 1, endLine: 2, endColumn: 12 },
          },
        },
      ],
      partialFingerprints: { primaryLocationLineHash: expect.stringMatching(/^[0-9a-f]{1,16}:1$/) },
      baselineState: at < 3 ? "new" : "unchanged",
    });
    expect(rest.suppressions === undefined).toBe(at !== 4);
  }
});
