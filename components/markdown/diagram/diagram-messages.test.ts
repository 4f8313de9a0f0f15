import { expect, it } from "vitest";
import { type DiagramRefusal, diagramLimits, refusalOfText, refusalText } from "./diagram-messages.ts";

it("a text that is too long is not handed to the frame", () => {
  expect(refusalOfText("a".repeat(diagramLimits.length))).toBeUndefined();
  expect(refusalOfText("a".repeat(diagramLimits.length + 1))).toEqual({ kind: "long" });
});

it("says what happened and what is shown instead", () => {
  const refusals: readonly DiagramRefusal[] = [{ kind: "long" }, { kind: "late" }, { kind: "syntax", line: 3 }];
  expect(refusals.map(refusalText)).toEqual([
    "This diagram is longer than the 20,000 characters that can be drawn. It is shown as text.",
    "Drawing this diagram was stopped: it took more than 10 seconds. It is shown as text.",
    "Mermaid does not understand this diagram: see its line 3. It is shown as text.",
  ]);
});
