import { expect, test } from "vitest";
import { drawingObjection, fileKind } from "./file-kind.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("tells files by ending and by a NUL byte near the start", () => {
  expect(fileKind("/a/SKILL.md", bytes("# Hi"))).toEqual({ kind: "markdown" });
  expect(fileKind("/a/run.py", bytes("print(1)"))).toEqual({ kind: "text" });
  expect(fileKind("/a/LICENSE", bytes("MIT"))).toEqual({ kind: "text" });
  expect(fileKind("/a/logo.PNG", bytes("\x89PNG"))).toEqual({ kind: "image", type: "image/png" });
  expect(fileKind("/a/form.pdf", bytes("%PDF\0"))).toEqual({ kind: "pdf" });
  expect(fileKind("/a/form.docx", bytes("PK\0"))).toEqual({ kind: "binary" });
  expect(fileKind("/a/odd.md", bytes("\0"))).toEqual({ kind: "binary" });
});

test("tells text that describes something else", () => {
  expect(fileKind("/a/logo.svg", bytes("<svg/>"))).toEqual({ kind: "drawing" });
  expect(fileKind("/a/data.CSV", bytes("a,b"))).toEqual({ kind: "table" });
  expect(fileKind("/a/study.ipynb", bytes("{}"))).toEqual({ kind: "notebook" });
});

test("draws no SVG that may keep the page busy", () => {
  const uses = (count: number) => `<svg>${'<g id="a"><use href="#b"/></g>'.repeat(count)}</svg>`;
  expect(drawingObjection(uses(32))).toBeUndefined();
  expect(drawingObjection(uses(33))).toMatch(/expand/);
  expect(drawingObjection(uses(33).replaceAll("<use", "<s:USE"))).toMatch(/expand/);
  expect(drawingObjection('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>')).toMatch(/entities/);
  expect(drawingObjection('<svg><image href="data:image/svg+xml,%3Csvg%3E"/></svg>')).toMatch(/other images/);
  expect(drawingObjection(`<svg>${"<path/>".repeat(200_000)}</svg>`)).toMatch(/larger/);
});
