import { loadPyodide } from "pyodide";
// @ts-expect-error Pyodide has no types for its inner script.
import createPyodideModule from "pyodide/pyodide.asm.mjs";

/** Pyodide's two entry points; bundled separately (`lib/tasks/python-parts.ts`). */
export const pyodideWays = { loadPyodide, createPyodideModule };
