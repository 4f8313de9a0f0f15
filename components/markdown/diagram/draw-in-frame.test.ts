import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { diagramLimits } from "./diagram-messages.ts";
import { type DrawingOutcome, drawInFrame } from "./draw-in-frame.ts";

const request = { text: "graph TD; a-->b", isDark: false };

/** A page with a frame; `says` sends a message as if from `source`. */
function drawing() {
  const page = new EventTarget();
  const frameWindow = { postMessage: vi.fn() };
  const outcomes: DrawingOutcome[] = [];
  const sides = { frame: { contentWindow: frameWindow }, page } as unknown as Parameters<typeof drawInFrame>[0];
  const end = drawInFrame(sides, request, (outcome) => outcomes.push(outcome));
  const says = (data: unknown, source: unknown = frameWindow, origin = "null") =>
    page.dispatchEvent(Object.assign(new Event("message"), { data, source, origin }));
  return { says, end, outcomes, sent: frameWindow.postMessage };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("hands over the text once, when the frame is ready, and tells each height", () => {
  const { says, outcomes, sent } = drawing();
  says({ kind: "drawn", height: 10 });
  says({ kind: "ready" });
  says({ kind: "ready" });
  expect(sent.mock.calls).toEqual([[request, "*"]]);
  says({ kind: "drawn", height: 120 });
  says({ kind: "drawn", height: 80 });
  vi.advanceTimersByTime(2 * diagramLimits.drawing);
  expect(outcomes).toEqual([
    { kind: "drawn", height: 120 },
    { kind: "drawn", height: 80 },
  ]);
});

it("hears that a diagram is laid out otherwise than it asks for", () => {
  const { says, outcomes } = drawing();
  says({ kind: "ready" });
  says({ kind: "drawn", height: 120, isOtherLayout: true });
  says({ kind: "drawn", height: 120, isOtherLayout: "<b>yes</b>" });
  expect(outcomes).toEqual([
    { kind: "drawn", height: 120, isOtherLayout: true },
    { kind: "drawn", height: 120 },
  ]);
});

it("listens to nobody else, nor to a frame that is no longer its own page in a sandbox", () => {
  const { says, outcomes, sent } = drawing();
  for (const source of [null, {}, globalThis]) says({ kind: "ready" }, source);
  says({ kind: "ready" }, undefined, "https://evil.example");
  expect(sent).not.toHaveBeenCalled();
  says({ kind: "ready" });
  says({ kind: "drawn", height: 120 }, {});
  says({ kind: "syntax" }, null);
  expect(outcomes).toEqual([]);
});

it.each([
  ["a height that is none", { kind: "drawn", height: "100vh" }],
  ["a height below nothing", { kind: "drawn", height: -1 }],
  ["a height without end", { kind: "drawn", height: Number.POSITIVE_INFINITY }],
  ["a refusal of its own making", { kind: "late" }],
  ["markup", "<svg onload=alert(1)>"],
  ["nothing", null],
])("passes over %s", (_, data) => {
  const { says, outcomes } = drawing();
  says({ kind: "ready" });
  says(data);
  expect(outcomes).toEqual([]);
});

it("gives a diagram no more of the page than a frame may take, and words of nobody but ours", () => {
  const { says, outcomes } = drawing();
  says({ kind: "ready" });
  says({ kind: "drawn", height: 1_000_000 });
  says({ kind: "syntax", line: Number.NaN, text: "Call this number" });
  expect(outcomes).toEqual([{ kind: "drawn", height: diagramLimits.height }, { kind: "syntax" }]);
});

it("ends after a refusal", () => {
  const { says, outcomes } = drawing();
  says({ kind: "ready" });
  says({ kind: "syntax", line: 3 });
  says({ kind: "drawn", height: 120 });
  vi.advanceTimersByTime(2 * diagramLimits.drawing);
  expect(outcomes).toEqual([{ kind: "syntax", line: 3 }]);
});

it("tells a drawing that takes too long from a frame that never came", () => {
  const slow = drawing();
  slow.says({ kind: "ready" });
  const missing = drawing();
  const withdrawn = drawing();
  withdrawn.end();
  vi.advanceTimersByTime(diagramLimits.arrival + diagramLimits.drawing);
  expect([slow.outcomes, missing.outcomes, withdrawn.outcomes]).toEqual([
    [{ kind: "late" }],
    [{ kind: "unfetched" }],
    [],
  ]);
});
