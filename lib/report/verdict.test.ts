import { expect, test } from "vitest";
import type { Report, ReportedHarness } from "./shape.ts";
import { reportVerdict } from "./verdict.ts";

function harness(label: string, counts: Readonly<Record<string, number>>): ReportedHarness {
  return { id: label.toLowerCase(), label, tokens: 0, share: 0, counts, causes: [] };
}

function trust(alarm: number, look: number): Report["trust"] {
  const rule = {
    code: "download-and-run",
    title: "Something is downloaded and run",
    why: "",
    counts: { alarm, look, note: 3 },
  };
  return { findings: [], rules: [rule], looked: { files: 1, bytes: 1, partly: 0, unread: 0 }, hosts: [] };
}

const [keen, codex, gencode] = [
  harness("Keen Code", { loaded: 600, renamed: 5 }),
  harness("Codex", { named: 140, "left-out": 465 }),
  harness("GenCode", { hidden: 605 }),
];

test.each<[string, readonly ReportedHarness[]]>([
  ["As installed, all 2 harnesses tell their model of all 605 skills.", [keen, keen]],
  ["As installed, Keen Code tells its model of all 605 skills.", [keen]],
  [
    "As installed, 1 of 3 harnesses tells its model of all 605 skills; Codex of 140; GenCode of none.",
    [gencode, keen, codex],
  ],
  ["As installed, no harness tells its model of all 605 skills; Codex of 140; GenCode of none.", [codex, gencode]],
  ["As installed, no harness tells its model of any of the 605 skills.", [gencode]],
  [
    "As installed, all 2 harnesses tell their model of the one skill here.",
    [harness("A", { loaded: 1 }), harness("B", { cut: 1 })],
  ],
  [
    "As installed, 1 of 3 harnesses tells its model of both skills; GenCode and Kodelet of none.",
    [harness("A", { loaded: 2 }), harness("GenCode", { hidden: 2 }), harness("Kodelet", { hidden: 2 })],
  ],
  ["There are no skills here.", [harness("A", {})]],
])("%s", (sentence, harnesses) => {
  expect(reportVerdict({ way: "as-installed", harnesses })).toEqual([sentence]);
});

test("who takes other files for skills, too, is not held against those who do not", () => {
  const more = harness("More", { named: 84, hidden: 3 });
  expect(reportVerdict({ way: "as-installed", harnesses: [harness("A", { loaded: 80 }), more] })).toEqual([
    "As installed, 1 of 2 harnesses tells its model of all 80 skills; More of 84 of 87.",
  ]);
});

test("who finds nothing among other files is not said to tell of all", () => {
  const command = harness("More", { renamed: 1 });
  expect(reportVerdict({ way: "as-installed", harnesses: [harness("A", {}), command, harness("B", {})] })).toEqual([
    "As installed, 1 of 3 harnesses tells its model of the one skill here; A and B of none.",
  ]);
});

test("what is not documented is not taken for none", () => {
  const unknown = ["A", "B"].map((label) => harness(label, { undocumented: 2, outside: 1 }));
  expect(reportVerdict({ way: "as-installed", harnesses: [keen, keen, ...unknown] })).toEqual([
    "As installed, all 2 harnesses tell their model of all 605 skills; for 2 it is not documented.",
  ]);
  expect(reportVerdict({ harnesses: unknown })).toEqual(["What models are told of these skills is not documented."]);
});

test("says which way was counted, and names three harnesses at most", () => {
  const few = [3, 2, 1, 0, 0].map((loaded, at) => harness(`H${at}`, { loaded, outside: 5 - loaded }));
  expect(reportVerdict({ way: "as-it-lies", harnesses: few })).toEqual([
    "As it lies, no harness tells its model of all 5 skills; H0 of 3, H1 of 2, and H2 of 1; 2 of none.",
  ]);
});

test.each([
  [0, 0, "No known dangerous pattern was found, which does not prove that it is safe."],
  [0, 1, "Nothing alarming was found, but 1 place is worth reading before you install."],
  [1, 0, "Read 1 alarm before you install anything, first “Something is downloaded and run”."],
  [
    2,
    13,
    "Read 2 alarms before you install anything, first “Something is downloaded and run”, and look at 13 places more.",
  ],
])("%i alarms and %i places to look at: %s", (alarm, look, sentence) => {
  expect(reportVerdict({ harnesses: [keen], trust: trust(alarm, look) })[1]).toBe(sentence);
});
