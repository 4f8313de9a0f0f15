import { isDeepStrictEqual } from "node:util";
import { printedMark, type Told } from "./told.ts";

/** A difference between the program and the engine. */
export interface Difference {
  readonly about: keyof Told;
  /** A row's name, or the index of a call or a file. */
  readonly at?: string;
  readonly real: string;
  readonly ours: string;
}

/** The differences between two results, word by word. If there was no request, only the line is compared. */
export function compareTold(real: Told, ours: Told): readonly Difference[] {
  const isSilent = real.line === "" || real.line?.startsWith(printedMark);
  if (isSilent && real.stands === undefined && real.tool === undefined)
    return textDifference("line", real.line ?? "", ours.line ?? "");
  return [
    ...(isDeepStrictEqual(real.tool, ours.tool) ? [] : textDifference("tool", inJson(real.tool), inJson(ours.tool))),
    ...listingDifferences(real, ours),
    ...textDifference("line", real.line ?? "", ours.line ?? ""),
    ...resultDifferences(real, ours),
    ...textDifference("opened", real.opened?.join("\n") ?? "", ours.opened?.join("\n") ?? ""),
    ...(real.later ? listDifferences("later", real.later, ours.later ?? []) : []),
  ];
}

function listingDifferences(real: Told, ours: Told): readonly Difference[] {
  if (real.catalog === undefined) return [];
  return [
    ...textDifference("stands", real.stands ?? "", ours.stands ?? ""),
    ...catalogDifferences(real.catalog, ours.catalog ?? ""),
  ];
}

/** What is not offered is not called: what the program says then is no part of a conversation. */
function resultDifferences(real: Told, ours: Told): readonly Difference[] {
  return real.tool || ours.tool ? listDifferences("results", real.results, ours.results) : [];
}

function inJson(value: unknown): string {
  return JSON.stringify(value) ?? "";
}

function textDifference(about: Difference["about"], real: string, ours: string, at?: string): readonly Difference[] {
  return real === ours ? [] : [{ about, real, ours, ...(at !== undefined && { at }) }];
}

function listDifferences(about: "results" | "later", real: readonly string[], ours: readonly string[]) {
  const length = Math.max(real.length, ours.length);
  return Array.from({ length }, (_, index) =>
    textDifference(about, real[index] ?? "", ours[index] ?? "", String(index + 1)),
  ).flat();
}

/** Rows that only one has, then rows in another place, so that a long catalog's differences are short. */
function catalogDifferences(real: string, ours: string): readonly Difference[] {
  if (real === ours) return [];
  const [theirs, mine] = [rowsOf(real), rowsOf(ours)];
  const onlyReal = theirs.filter((row) => !mine.includes(row));
  const onlyOurs = mine.filter((row) => !theirs.includes(row));
  if (onlyReal.length + onlyOurs.length === 0) return textDifference("catalog", real, ours, "order");
  const same = onlyReal.flatMap((row) => {
    const other = onlyOurs.find((each) => headOf(each) === headOf(row));
    return other === undefined ? [] : [[row, other] as const];
  });
  const paired = new Set(same.flat());
  return [
    ...same.flatMap(([a, b]) => textDifference("catalog", a, b, headOf(a))),
    ...onlyReal.filter((row) => !paired.has(row)).flatMap((row) => textDifference("catalog", row, "", headOf(row))),
    ...onlyOurs.filter((row) => !paired.has(row)).flatMap((row) => textDifference("catalog", "", row, headOf(row))),
  ];
}

function rowsOf(catalog: string): readonly string[] {
  return catalog.split(/\n(?=- |\s*<skill>|<\/available_skills>)/);
}

function headOf(row: string): string {
  return /^- (.+?)(?=: | \(|\n|$)|<name>\s*([^<]*?)\s*<\/name>/.exec(row)?.slice(1).join("").trim() ?? row.slice(0, 40);
}
