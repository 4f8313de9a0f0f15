import { describe, expect, it } from "vitest";
import { compareJudgements, judge, type Pick, type Picked, rightRuns, tellJudgement, tellPassed } from "./picks.ts";
import type { Expectation } from "./requests.ts";

const skill = (name: string): Pick => ({ kind: "skill", skill: name });
const answer: Pick = { kind: "answer" };
const failed: Pick = { kind: "failed", failure: { code: "model-key-refused", provider: "X" } };

function asked(text: string, expects: Expectation, ...picks: readonly Pick[]): Picked {
  return { request: { text, expects }, picks };
}

const forPdf: Expectation = { kind: "picks", skill: "pdf" };

describe("a request", () => {
  it.each([
    ["leads to its skill in half of its runs", asked("a", forPdf, skill("pdf"), answer), { kind: "hit" }],
    [
      "is missed where its skill is picked less often",
      asked("a", forPdf, skill("pdf"), answer, answer),
      { kind: "missed" },
    ],
    [
      "is stolen where another skill is picked that often",
      asked("a", forPdf, skill("docx"), skill("docx"), skill("pdf")),
      { kind: "stolen", by: "docx" },
    ],
    [
      "is a false alarm where the skill is picked that it should not lead to",
      asked("a", { kind: "avoids", skill: "pdf" }, skill("pdf")),
      { kind: "false-alarm", skill: "pdf" },
    ],
    ["avoids a skill by leading to another", asked("a", { kind: "avoids", skill: "pdf" }, skill("x")), { kind: "hit" }],
    [
      "for no skill is one where any is picked",
      asked("a", { kind: "none" }, skill("x")),
      { kind: "false-alarm", skill: "x" },
    ],
    [
      "for no skill may call other tools",
      asked("a", { kind: "none" }, { kind: "tool", tool: "grep" }),
      { kind: "hit" },
    ],
    ["counts no run that failed", asked("a", forPdf, failed, failed, skill("pdf")), { kind: "hit" }],
    ["fails where no run came to anything", asked("a", forPdf, failed), { kind: "failed", failure: failed.failure }],
    ["of which nothing is expected is told only", asked("a", { kind: "open" }, skill("pdf")), { kind: "open" }],
  ] as const)("%s", (_, picked, outcome) => {
    expect(judge([picked]).rows[0]?.outcome).toEqual(outcome);
  });

  it("must lead to its skill as often as the threshold says", () => {
    const twoOfThree = asked("a", forPdf, skill("pdf"), skill("pdf"), answer);
    expect(judge([twoOfThree], 0.67).rows[0]?.outcome.kind).toBe("missed");
    expect(judge([twoOfThree], 0.66).rows[0]?.outcome.kind).toBe("hit");
  });
});

const set = [
  asked("one", forPdf, skill("pdf")),
  asked("two", forPdf, skill("theme")),
  asked("three", forPdf, skill("theme")),
  asked("four", forPdf, failed),
  asked("five", { kind: "none" }, skill("theme")),
  asked("six", { kind: "open" }, skill("docx")),
];

it("runs that led to an accepted skill are told as right", () => {
  const request = { text: "a", expects: forPdf, accepts: ["docx", "odt"] };
  const [row] = judge([{ request, picks: [skill("docx"), skill("docx"), skill("odt"), answer] }]).rows;
  expect(row && [row.outcome, rightRuns(row)]).toEqual([{ kind: "hit" }, 2]);
});

describe("a set", () => {
  it("says nothing of a skill that got all of its requests", () => {
    expect(tellJudgement(judge([asked("one", forPdf, skill("pdf"))]))).toEqual([]);
  });

  it("counts what was expected, has the expected skills first, and says who took whose requests", () => {
    const verdict = judge(set);
    expect(verdict).toMatchObject({ passed: 1, judged: 4, skills: ["pdf", "theme", "docx"] });
    expect(tellJudgement(verdict)).toEqual([
      "pdf was picked for 1 of its 3 requests.",
      "theme took 2 of the 3 requests for pdf.",
      "theme was picked for 1 request that should not lead to it.",
    ]);
  });

  it("is told as one request or as several", () => {
    expect(tellPassed(judge(set))).toBe("1 of 4 requests led where they should");
    expect(tellPassed(judge([asked("one", forPdf, skill("pdf"))]))).toBe("1 of 1 request led where it should");
  });

  it("tells what became better or worse, request by request", () => {
    const before = judge(set);
    const after = judge([
      asked("two", forPdf, skill("pdf")),
      asked("one", forPdf, answer),
      asked("five", { kind: "none" }, skill("theme")),
      asked("new", forPdf, answer),
      // Says nothing of the description.
      asked("three", forPdf, failed),
    ]);
    expect(compareJudgements(before, after).map(({ text, kind }) => `${text}: ${kind}`)).toEqual([
      "two: better",
      "one: worse",
      "five: same",
    ]);
  });
});
