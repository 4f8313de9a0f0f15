import { expect, it } from "vitest";
import type { TrialRun, TrialSide } from "#lib/state/experiments.ts";
import { summaryRows } from "./summary.ts";

function ran(inputTokens: number, changes: Partial<TrialRun> = {}): TrialRun {
  const usage = { inputTokens, outputTokens: 10 };
  const empty = { answer: "", steps: [], writes: [], requests: 1, milliseconds: 1500 };
  return { end: { kind: "answered" }, usage, ...empty, ...changes };
}

function side(...runs: readonly TrialRun[]): TrialSide {
  return { harness: "Keen Code", model: "test", scripted: false, runs };
}

const read = { tool: "read_file", about: "SKILL.md", skill: "pdf", outcome: "done" } as const;
const row = (label: string, left: TrialSide, right: TrialSide) =>
  summaryRows(left, right).find((each) => each.label === label);

it("one run of each is told by its figures, and by what they differ", () => {
  const [left, right] = [side(ran(1000, { steps: [read], requests: 2 })), side(ran(600))];
  expect(row("Skills read", left, right)).toEqual({
    label: "Skills read",
    left: "pdf",
    right: "none",
    difference: "differs",
  });
  expect(row("Tokens in", left, right)).toMatchObject({ left: "1,000", right: "600", difference: "−400 (−40%)" });
  expect(row("Tokens out", left, right)).toEqual({ label: "Tokens out", left: "10", right: "10" });
});

it("several runs are told by the middle one and how far they go apart, and by in how many of them something was", () => {
  const [left, right] = [side(ran(900, { steps: [read] }), ran(700), ran(800)), side(ran(800), ran(800), ran(800))];
  expect(row("Tokens in", left, right)).toEqual({ label: "Tokens in", left: "800 (700 to 900)", right: "800" });
  expect(row("Tools called", left, right)).toMatchObject({ left: "read_file 1 of 3", right: "none" });
});

it("a run that never reached a model has no figures, and nothing is compared with it", () => {
  const command = side(ran(0, { end: { kind: "command" }, requests: 0, usage: {} }));
  for (const label of ["Tokens in", "Tool calls", "Time"])
    expect(row(label, side(ran(5)), command)).toEqual({
      label,
      left: { "Tokens in": "5", "Tool calls": "0", Time: "1.5 s" }[label],
      right: "not reported",
      isKnown: false,
    });
});

it("a run that was cut off does not count beside those that came to an answer, and next to nothing is no difference", () => {
  const cut = ran(10, { end: { kind: "budget" }, milliseconds: 100 });
  const [left, right] = [side(ran(800), cut), side(ran(800, { milliseconds: 1510 }))];
  expect(row("Tokens in", left, right)).toEqual({ label: "Tokens in", left: "800", right: "800" });
  expect(row("Ended", left, right)).toMatchObject({ left: "answered 1 of 2, budget spent 1 of 2" });
  expect(row("Time", left, right)).toEqual({ label: "Time", left: "1.5 s", right: "1.5 s" });
  expect(row("Tokens in", side(cut), right)).toMatchObject({ left: "10" });
});
