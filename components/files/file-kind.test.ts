import { expect, test } from "vitest";
import { fileKind } from "./file-kind.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("tells files by ending and by a NUL byte near the start", () => {
  expect(fileKind("/a/SKILL.md", bytes("# Hi"))).toEqual({ kind: "markdown" });
  expect(fileKind("/a/run.py", bytes("print(1)"))).toEqual({ kind: "text" });
  expect(fileKind("/a/LICENSE", bytes("MIT"))).toEqual({ kind: "text" });
  expect(fileKind("/a/logo.PNG", bytes("\x89PNG"))).toEqual({ kind: "image", type: "image/png" });
  expect(fileKind("/a/form.pdf", bytes("%PDF\0"))).toEqual({ kind: "binary" });
  expect(fileKind("/a/odd.md", bytes("\0"))).toEqual({ kind: "binary" });
});

test("never draws an SVG", () => {
  expect(fileKind("/a/logo.svg", bytes("<svg/>"))).toEqual({ kind: "text" });
});
