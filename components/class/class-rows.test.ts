import { expect, test } from "vitest";
import type { Certificate } from "#lib/share/progress-link.ts";
import { csvOf, lessonsOf, linesText, linksIn, rowsOf } from "./class-rows.ts";

const now = Date.UTC(2026, 0, 10, 12);

function certificate(name: string | undefined, at: number, by: "learner" | "solution" = "learner"): Certificate {
  const passed = [{ check: "a/1", at, by }];
  return { workshop: "/try/a", title: "=Course", name, lessons: [{ id: "01-a", total: 2, skipped: 1, passed }] };
}

test("two learners of one name are two rows, and one without a name has a number", () => {
  const rows = rowsOf([certificate("Ada", now), certificate("Ada", now), certificate(undefined, now)], { now });
  expect(rows.map(({ name }) => name)).toEqual(["Ada", "Ada (2)", "Learner 3"]);
});

test("a row counts what was passed, what the solution passed and what was skipped", () => {
  const [row] = rowsOf([certificate("Ada", now, "solution")], { now });
  expect(row?.all).toEqual({ total: 2, passed: 1, bySolution: 1, skipped: 1, strange: 0 });
  expect(lessonsOf(row ? [row] : [])).toEqual(["01-a"]);
});

test("checks that the lesson does not have count for nothing, where it is known", () => {
  const one = certificate("Ada", now);
  const made = { ...one, lessons: one.lessons.map((lesson) => ({ ...lesson, total: 9 })) };
  const [row] = rowsOf([made], { now, checksOf: () => new Set(["a/2", "a/3"]) });
  expect(row?.all).toEqual({ total: 2, passed: 0, bySolution: 0, skipped: 1, strange: 1 });
  const [known] = rowsOf([made], { now, checksOf: () => new Set(["a/1", "a/2"]) });
  expect(known?.lessons.get("01-a")).toMatchObject({ total: 2, passed: 1, strange: 0 });
  const [unknown] = rowsOf([made], { now, checksOf: () => undefined });
  expect(unknown?.all).toMatchObject({ total: 9, passed: 1, strange: 0 });
});

test("a time that no clock can have shown yet is said to be wrong", () => {
  const [future] = rowsOf([certificate("Ada", now + 1e12)], { now });
  expect(future?.last).toMatch(/a clock was wrong/);
});

test("lines are links, and what begins with a brace is a file", () => {
  expect(linksIn("#p1=a\n\n  #p1=b ")).toEqual([
    { line: 1, link: "#p1=a" },
    { line: 3, link: "#p1=b" },
  ]);
  expect(linksIn(' {\n"a": 1}')).toHaveLength(1);
});

test("a link below a file and a second file are read, too", () => {
  expect(linksIn('{\n  "a": {\n  }\n}\nhttps://x.example/class#p1=b\n{"c": 1}\n{"d": 1}\n')).toEqual([
    { line: 1, link: '{\n  "a": {\n  }\n}' },
    { line: 5, link: "https://x.example/class#p1=b" },
    { line: 6, link: '{"c": 1}' },
    { line: 7, link: '{"d": 1}' },
  ]);
});

test("a spreadsheet takes no cell for a formula", () => {
  const csv = csvOf(rowsOf([certificate('=HYPERLINK("x")', now)], { now }));
  expect(csv.split("\r\n")[1]).toMatch(/^"'=HYPERLINK\(""x""\)","'=Course",,1,1,2,0,1,/);
});

test.each([
  ["Line 3 is", [3]],
  ["Lines 3 and 9 are", [3, 9]],
  ["Lines 1, 2, 3, 4, 5 and 6 are", [1, 2, 3, 4, 5, 6]],
  ["Lines 1, 2, 3, 4, 5 and 2 more are", [1, 2, 3, 4, 5, 6, 7]],
])("lines with the same fault are told together: %s", (text, lines) => {
  expect(linesText(lines)).toBe(text);
});
