import type { SetDocument } from "./document.ts";
import { openDocument } from "./document.ts";
import type { CaseList, Edit, EvalCase, EvalFormat, FormatRead, Path } from "./eval-case.ts";
import { formats } from "./formats.ts";

/** A set of cases read from anyone's file. */
export interface ReadCases {
  /** Id of the format (`EvalFormat.id`), or `lines`. */
  readonly format: string;
  /** The format as a noun with its article: `an evals.json`. */
  readonly label: string;
  /** The skill that the file names, or the one passed by the caller. */
  readonly skill?: string;
  readonly cases: readonly EvalCase[];
  /** Parts of the file that are kept but not run, in sentences. */
  readonly notRun: readonly string[];
}

/**
 * Reads a set in any known format: JSON, JSON lines, YAML or CSV.
 * @param skill the skill for cases of a file that names none
 * @returns if it cannot be read, the reason as a clause
 */
export function readCases(text: string, skill: string | undefined): ReadCases | string {
  const found = find(text, skill);
  if (typeof found === "string") return found;
  const { format, read } = found;
  const cases = read.lists.flatMap((list) => list.cases.filter((each) => each !== undefined));
  return {
    format: format.id,
    label: format.label,
    ...(read.skill !== undefined && { skill: read.skill }),
    cases,
    notRun: read.notRun,
  };
}

export interface SavedCases {
  readonly text: string;
  /** Cases that the format cannot express, in sentences: they stay as they were or are not added. */
  readonly lost: readonly string[];
}

/**
 * The file with its cases as they are now. Only changes are written; everything that this program does not read stays, including comments.
 * Cases without an origin are added; cases whose origin is not among `cases` are removed.
 * @param text as it was read with `readCases`
 * @returns if it cannot be written, the reason as a clause
 */
export function saveCases(text: string, skill: string | undefined, cases: readonly EvalCase[]): SavedCases | string {
  const found = find(text, skill);
  if (typeof found === "string") return found;
  const { document, format, read } = found;
  const { edits, gone, added } = planSaving(found, cases);
  const lists = added.map((each) => [each, read.lists.find((list) => list.make(each) !== undefined)] as const);
  let number = highestNumber(read);
  for (const { path, value } of edits) document.set(path, value);
  for (const [each, list] of lists) if (list) document.add(list.path, list.make(each, ++number));
  // From the last to the first, so that earlier positions stay valid.
  for (const origin of gone.toReversed()) document.set(origin, undefined);
  const lost = lists.flatMap(([each, list]) => (list ? [] : [cannotSay(format.label, each)]));
  const isChanged = edits.length + gone.length > 0 || lost.length < added.length;
  return { text: isChanged ? document.text() : text, lost };
}

/** The highest number in use, so that a new case gets an unused one. */
function highestNumber({ lists }: FormatRead): number {
  const all = lists.flatMap(({ cases }) => cases);
  return Math.max(all.length, ...all.map((each) => Number(/(\d{1,9})$/.exec(each?.id ?? "")?.[1] ?? 0)));
}

interface Saving {
  readonly edits: Edit[];
  /** Positions of cases that were removed, in the order of the file. */
  readonly gone: Path[];
  /** New cases, and cases that their list cannot express: another list may, and if none can the person is told. */
  readonly added: EvalCase[];
}

function planSaving({ document, read }: Found, cases: readonly EvalCase[]): Saving {
  const wanted = new Map(cases.map((each) => [JSON.stringify(each.origin), each]));
  const saving: Saving = { edits: [], gone: [], added: cases.filter(({ origin }) => !origin) };
  for (const list of read.lists)
    for (const [index, before] of list.cases.entries()) {
      const { origin } = before ?? {};
      const now = wanted.get(JSON.stringify(origin));
      if (before && origin) plan(saving, { list, before, now, origin, item: itemAt(document.value, list, index) });
    }
  return saving;

  function plan({ edits, gone, added }: Saving, { list, before, now, origin, item }: Planned): void {
    const made = now && list.edits(item, before, now);
    for (const { path, value } of made ?? []) edits.push({ path: [...origin, ...path], value });
    if (made) return;
    if (now) added.push(now);
    // A file that is a single case cannot lose it; a case that cannot be written stays as it was.
    if (origin.length > 0 && (!now || canMake(read, now))) gone.push(origin);
  }
}

interface Planned {
  readonly list: CaseList;
  readonly before: EvalCase;
  readonly now: EvalCase | undefined;
  readonly origin: Path;
  readonly item: unknown;
}

function canMake({ lists }: FormatRead, now: EvalCase): boolean {
  return lists.some((list) => list.make(now) !== undefined);
}

/** A sentence saying that a file of this format cannot hold the case. */
export function cannotSay(label: string, { text }: EvalCase): string {
  return `“${text.replace(/\s+/g, " ").slice(0, 60)}” was not written: what it expects cannot be said in ${label}.`;
}

function itemAt(value: unknown, { path }: CaseList, index: number): unknown {
  const list = path.reduce<unknown>((at, key) => (at as Record<string | number, unknown> | undefined)?.[key], value);
  return Array.isArray(list) ? list[index] : value;
}

interface Found {
  readonly document: SetDocument;
  readonly format: EvalFormat;
  readonly read: FormatRead;
}

function find(text: string, skill: string | undefined): Found | string {
  const document = openDocument(text);
  if (typeof document === "string") return document;
  for (const format of formats) {
    const read = format.read(document.value, skill);
    if (read) return { document, format, read };
  }
  return "it is in none of the formats that are known";
}
