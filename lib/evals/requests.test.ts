import { describe, expect, it } from "vitest";
import { type EvalRequest, readLines, writeLines } from "./requests.ts";

describe("requests written one a line", () => {
  it("lead to the skill they are for, unless an arrow says otherwise", () => {
    const text = [
      "# notes are left out",
      "Fill in this form",
      "",
      "  Summarize this page -> summary ",
      "Merge two files -> !pdf",
      "thanks! -> none",
      "What now? -> ?",
      "How does a -> b work",
    ].join("\r\n");
    expect(readLines(text, "pdf")).toEqual([
      { text: "Fill in this form", expects: { kind: "picks", skill: "pdf" } },
      { text: "Summarize this page", expects: { kind: "picks", skill: "summary" } },
      { text: "Merge two files", expects: { kind: "avoids", skill: "pdf" } },
      { text: "thanks!", expects: { kind: "none" } },
      { text: "What now?", expects: { kind: "open" } },
      { text: "How does a -> b work", expects: { kind: "picks", skill: "pdf" } },
    ]);
    expect(readLines("Anything", undefined)).toEqual([{ text: "Anything", expects: { kind: "open" } }]);
  });

  const requests: readonly EvalRequest[] = [
    { text: "one\ntwo", expects: { kind: "picks", skill: "pdf" } },
    { text: "explain a -> b", expects: { kind: "picks", skill: "pdf" } },
    { text: "explain a -> b", expects: { kind: "open" } },
    { text: "# not a note", expects: { kind: "none" } },
    { text: "near", expects: { kind: "avoids", skill: "pdf" } },
    { text: "of blanks", expects: { kind: "picks", skill: "Code Review" }, accepts: ["pdf", "my | skill"] },
    { text: "other blanks", expects: { kind: "avoids", skill: "Code Review" } },
    { text: 'ends -> "as one"', expects: { kind: "picks", skill: "pdf" } },
    { text: "by its name", expects: { kind: "picks", skill: "none" } },
  ];

  it.each(["pdf", "other", undefined])("are read as they were written, with %s as the skill they are for", (skill) => {
    const plain = requests.map((each) => ({ ...each, text: each.text.replace("\n", " ").replace("# ", "") }));
    expect(readLines(writeLines(requests, skill), skill)).toEqual(plain);
  });
});
