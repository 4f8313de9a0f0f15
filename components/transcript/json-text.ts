/** Deeper, indentation would be most of the text. */
const deepestIndented = 30;

/** A tool's input or output as JSON to read. What a conversation from outside holds may lie as deep as it likes. */
export function jsonText(value: unknown): string {
  return isDeeper(value, deepestIndented) ? jsonLine(value) : (JSON.stringify(value, null, 2) ?? "");
}

/** The same on one line. */
export function jsonLine(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch (caught) {
    // "Maximum call stack size exceeded".
    if (caught instanceof RangeError) return "(nested too deep to be written out)";
    throw caught;
  }
}

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1));
}
