import { expect, test } from "vitest";
import { notebookLimits, readNotebook } from "./notebook.ts";

const notebook = (...cells: unknown[]) => readNotebook(JSON.stringify({ nbformat: 4, cells }));
const outputsOf = (...outputs: unknown[]) => notebook({ cell_type: "code", source: "", outputs })?.cells[0]?.outputs;
const data = (content: object) => ({ output_type: "display_data", data: content });

test("reads cells, whose text may be one string or its lines", () => {
  expect(
    notebook(
      { cell_type: "markdown", source: ["# Study\n", "of it"] },
      {
        cell_type: "code",
        source: "print(1)",
        execution_count: 3,
        outputs: [{ output_type: "stream", text: ["1\n"] }],
      },
      { cell_type: "raw", source: "x" },
    ),
  ).toEqual({
    cells: [
      { kind: "markdown", text: "# Study\nof it", outputs: [] },
      { kind: "code", text: "print(1)", count: 3, outputs: [{ kind: "text", text: "1\n", isError: false }] },
      { kind: "raw", text: "x", outputs: [] },
    ],
    more: 0,
  });
});

test("takes text and pictures of dots from outputs, and names what it leaves out", () => {
  expect(
    outputsOf(
      data({ "image/png": "iVBO\nRw0=\n", "text/plain": "<Figure>" }),
      data({ "text/html": "<script>alert(1)</script>" }),
      data({ "text/html": "<b>1</b>", "text/plain": ["1"] }),
      data({ "image/png": '"><script>', "text/plain": "2" }),
      data({ "image/svg+xml": "<svg/>" }),
      data({ "image/svg+xml": "PHN2Zy8+" }),
      { output_type: "stream", name: "stderr", text: "careful" },
      { output_type: "error", ename: "E", evalue: "v", traceback: ["\u001b[0;31mE\u001b[0m", "v"] },
    ),
  ).toEqual([
    { kind: "picture", address: "data:image/png;base64,iVBORw0=" },
    { kind: "unshown", types: ["text/html"] },
    { kind: "text", text: "1", isError: false },
    { kind: "text", text: "2", isError: false },
    { kind: "unshown", types: ["image/svg+xml"] },
    { kind: "unshown", types: ["image/svg+xml"] },
    { kind: "text", text: "careful", isError: true },
    { kind: "text", text: "E\nv", isError: true },
  ]);
});

test("shows a bounded part, and nothing of what is no notebook", () => {
  const { cells, outputs, outputText } = notebookLimits;
  const many = notebook(...Array.from({ length: cells + 5 }, () => ({ cell_type: "raw" })));
  expect([many?.cells.length, many?.more]).toEqual([cells, 5]);
  const line = { output_type: "stream", text: "x" };
  expect(outputsOf(...Array.from({ length: outputs + 5 }, () => line))).toHaveLength(outputs);
  const [long] = outputsOf({ output_type: "stream", text: "x".repeat(outputText * 3) }) ?? [];
  expect(long).toMatchObject({ text: `${"x".repeat(outputText)}…` });
  for (const text of ["", "[]", "{}", '{"cells":{}}', "[".repeat(100_000)]) expect(readNotebook(text)).toBeUndefined();
  expect(notebook(null, 1, "x", [], { cell_type: 1, source: 2, outputs: 3 })?.cells).toEqual([
    { kind: "raw", text: "", outputs: [] },
  ]);
});
