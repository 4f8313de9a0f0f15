import { isObject } from "#lib/plain-json.ts";

export interface NotebookCell {
  readonly kind: "markdown" | "code" | "raw";
  readonly text: string;
  /** The execution count from Jupyter. */
  readonly count?: number;
  readonly outputs: readonly NotebookOutput[];
}

export type NotebookOutput =
  | { readonly kind: "text"; readonly text: string; readonly isError: boolean }
  /** `address`: a `data:` URL. */
  | { readonly kind: "picture"; readonly address: string }
  /** An output of media types that are not shown, HTML and scripts above all. */
  | { readonly kind: "unshown"; readonly types: readonly string[] };

export interface Notebook {
  readonly cells: readonly NotebookCell[];
  /** How many more cells there are than shown. */
  readonly more: number;
}

/** Limits for one notebook, whose author may be anyone. */
export const notebookLimits = { bytes: 8 * 1024 * 1024, cells: 200, outputs: 20, outputText: 20_000 };

/** Reads a Jupyter notebook (nbformat 4): cells as they are, outputs as text and pictures alone. `undefined` for anything else. */
export function readNotebook(text: string): Notebook | undefined {
  const document = parsed(text);
  const cells = isObject(document) ? document.cells : undefined;
  if (!Array.isArray(cells)) return undefined;
  const shown = cells.slice(0, notebookLimits.cells).flatMap((cell) => readCell(cell) ?? []);
  return { cells: shown, more: Math.max(0, cells.length - notebookLimits.cells) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (caught) {
    // Not JSON, or nested too deep for the stack.
    if (caught instanceof SyntaxError || caught instanceof RangeError) return undefined;
    throw caught;
  }
}

function readCell(cell: unknown): NotebookCell | undefined {
  if (!isObject(cell)) return undefined;
  const { cell_type: type, source, outputs, execution_count: count } = cell;
  const kind = type === "markdown" || type === "code" ? type : "raw";
  const all = Array.isArray(outputs) ? outputs.slice(0, notebookLimits.outputs) : [];
  return {
    kind,
    text: joined(source),
    ...(typeof count === "number" && { count }),
    outputs: all.flatMap((output) => readOutput(output) ?? []),
  };
}

function readOutput(output: unknown): NotebookOutput | undefined {
  if (!isObject(output)) return undefined;
  if (output.output_type === "stream") return textOutput(joined(output.text), output.name === "stderr");
  if (output.output_type === "error") {
    const { ename, evalue, traceback } = output;
    return textOutput(joined(traceback, "\n") || `${joined(ename)}: ${joined(evalue)}`, true);
  }
  const { data } = output;
  if (!isObject(data)) return undefined;
  const address = pictureAddress(data);
  if (address !== undefined) return { kind: "picture", address };
  const text = joined(data["text/plain"] ?? data["text/markdown"]);
  return text === "" ? { kind: "unshown", types: Object.keys(data) } : textOutput(text, false);
}

/** Bitmap formats only: an SVG could keep the page busy. */
const pictureTypes = ["image/png", "image/jpeg", "image/gif"];

function pictureAddress(data: Readonly<Record<string, unknown>>): string | undefined {
  const type = pictureTypes.find((one) => data[one] !== undefined);
  const base64 = type && joined(data[type]).replaceAll(/\s/g, "");
  return base64 && /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? `data:${type};base64,${base64}` : undefined;
}

function textOutput(text: string, isError: boolean): NotebookOutput {
  const { outputText } = notebookLimits;
  // Programs print escape codes to colour terminal output.
  const plain = text.slice(0, 2 * outputText).replaceAll(/\p{Cc}\[[\d;]*m/gu, "");
  return { kind: "text", text: plain.length > outputText ? `${plain.slice(0, outputText)}…` : plain, isError };
}

/** Notebooks store a text as one string or as its lines. */
function joined(text: unknown, between = ""): string {
  if (Array.isArray(text)) return text.filter((line) => typeof line === "string").join(between);
  return typeof text === "string" ? text : "";
}
