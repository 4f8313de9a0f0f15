import { expect, test } from "vitest";
import { suggestRequests } from "./suggest.ts";

const pdf = {
  name: "pdf",
  description:
    "Work with PDF files. Use when the user wants to fill in a form. Use when the user wants to merge several PDF files.",
};
const docx = { name: "docx", description: "Word files. Use when the user wants to merge two reports." };
const music = { name: "music", description: "Songs. Use when the user wants to compose a melody." };

test("a skill is suggested what its description says people ask for, and what those nearest to it are asked for", () => {
  const suggested = suggestRequests(pdf, [music, docx, pdf]);
  expect(suggested).toEqual([
    { text: "Help me fill in a form", expects: { kind: "picks", skill: "pdf" } },
    { text: "Help me merge several PDF files", expects: { kind: "picks", skill: "pdf" } },
    { text: "Help me work with PDF files", expects: { kind: "picks", skill: "pdf" } },
    expect.objectContaining({ expects: { kind: "picks", skill: "docx" } }),
    ...suggested.slice(4),
  ]);
  expect(suggested.filter(({ expects }) => "skill" in expects && expects.skill !== "pdf").length).toBeLessThanOrEqual(
    4,
  );
});

test("a skill whose description asks for nothing is suggested its near misses only", () => {
  const bare = { name: "bare", description: "Reports." };
  expect(suggestRequests(bare, [docx]).map(({ expects }) => expects)).toEqual([{ kind: "picks", skill: "docx" }]);
});
