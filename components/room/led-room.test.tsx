import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LineNote } from "./led-room.tsx";

const missing = { code: "room-missing", room: "ABCDEF" } as const;

test("a teacher is told that a room has ended, and is not asked to check its code as a learner is", () => {
  const ended = renderToStaticMarkup(<LineNote line={{ kind: "failed", failure: missing, isOver: true }} />);
  expect(ended).toContain("This room ended after twelve hours");
  expect(ended).not.toContain("Check the code");
});

test("a room that is lost for now is said to be tried again", () => {
  const lost = renderToStaticMarkup(<LineNote line={{ kind: "failed", failure: missing, isOver: false }} />);
  expect(lost).toContain("This page keeps trying.");
});
