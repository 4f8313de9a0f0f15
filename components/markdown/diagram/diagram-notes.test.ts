import { expect, it } from "vitest";
import { diagramNotes } from "./diagram-notes.ts";

function tab() {
  const kept = new Map<string, string>();
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return () => diagramNotes(() => store);
}

it("waits for a click after a drawing that stopped the page, until a drawing has ended", () => {
  const open = tab();
  open().begin();
  const next = open();
  expect(next.drawsByItself()).toBe(false);
  next.begin()();
  expect(open().drawsByItself()).toBe(true);
});

it("draws by itself after drawings that ended, and after a page that was left in the middle of one", () => {
  const open = tab();
  const page = open();
  expect(page.drawsByItself()).toBe(true);
  const [first, second] = [page.begin(), page.begin()];
  first();
  expect(open().drawsByItself()).toBe(false);
  second();
  expect(open().drawsByItself()).toBe(true);
  page.begin();
  page.leave();
  expect(open().drawsByItself()).toBe(true);
});

it("does without storage where the browser forbids it", () => {
  const notes = diagramNotes(() => {
    throw new DOMException("Forbidden", "SecurityError");
  });
  notes.begin()();
  expect(notes.drawsByItself()).toBe(true);
});
