import Papa from "papaparse";
import { dateTimeText } from "#components/ui/times.ts";
import { type Certificate, type CertifiedLesson, isProgressLink } from "#lib/share/progress-link.ts";

export interface LessonCell {
  readonly total: number;
  readonly passed: number;
  readonly bySolution: number;
  readonly skipped: number;
  /** Number of checks reported as passed that the lesson does not have; they do not count. */
  readonly strange: number;
}

/** Returns the ids of the checks of a certificate's lesson; `undefined` where they are not known here. */
export type ChecksOf = (of: Certificate, lesson: string) => ReadonlySet<string> | undefined;

/** One learner, or one of a learner's browsers. */
export interface ClassRow {
  /** From 1, in the order in which the links were pasted. */
  readonly number: number;
  /** As typed; a second learner of the same name gets a number. */
  readonly name: string;
  readonly workshop: string;
  readonly commit?: string | undefined;
  /** By the lesson's folder. */
  readonly lessons: ReadonlyMap<string, LessonCell>;
  readonly all: LessonCell;
  /** When the last check was passed, in the reader's time zone; says so if a clock cannot have shown that time. */
  readonly last: string;
}

interface PastedLink {
  /** 1-based. */
  readonly line: number;
  /** A progress link, or the text of a progress file. */
  readonly link: string;
}

/** The progress links in a pasted text, one per line, and the progress files: from a brace to the next link or file. */
export function linksIn(text: string): readonly PastedLink[] {
  const lines = text.split("\n");
  let isInFile = false;
  const starts = [...lines.keys()].filter((index) => {
    const line = lines[index] ?? "";
    const isStart = !isInFile || line.startsWith("{") || isProgressLink(line);
    if (isStart) isInFile = line.trimStart().startsWith("{");
    return isStart;
  });
  return starts
    .map((start, index) => ({
      line: start + 1,
      link: lines
        .slice(start, starts[index + 1])
        .join("\n")
        .trim(),
    }))
    .filter(({ link }) => link !== "");
}

export function rowsOf(
  certificates: readonly Certificate[],
  { now = Date.now(), checksOf }: { readonly now?: number; readonly checksOf?: ChecksOf } = {},
): readonly ClassRow[] {
  const taken = new Map<string, number>();
  return certificates.map((certificate, index) => {
    const { name, title, commit, lessons } = certificate;
    const known = (lesson: string) => checksOf?.(certificate, lesson);
    const called = name?.trim() || `Learner ${index + 1}`;
    const count = (taken.get(called) ?? 0) + 1;
    taken.set(called, count);
    return {
      number: index + 1,
      name: count === 1 ? called : `${called} (${count})`,
      workshop: title,
      commit,
      lessons: new Map(lessons.map((lesson) => [lesson.id, cellOf([lesson], known)])),
      all: cellOf(lessons, known),
      last: lastOf(lessons, now),
    };
  });
}

function cellOf(
  lessons: readonly CertifiedLesson[],
  known: (lesson: string) => ReadonlySet<string> | undefined,
): LessonCell {
  const said = lessons.flatMap((lesson) => lesson.passed);
  const passed = lessons.flatMap(({ id, passed: own }) => own.filter(({ check }) => known(id)?.has(check) ?? true));
  return {
    total: lessons.reduce((sum, { id, total }) => sum + (known(id)?.size ?? total), 0),
    passed: passed.length,
    strange: said.length - passed.length,
    bySolution: passed.filter(({ by }) => by === "solution").length,
    skipped: lessons.reduce((sum, { skipped }) => sum + skipped, 0),
  };
}

const day = 24 * 60 * 60 * 1000;

function lastOf(lessons: readonly CertifiedLesson[], now: number): string {
  const at = lessons.flatMap(({ passed }) => passed).reduce((latest, pass) => Math.max(latest, pass.at), 0);
  if (at === 0) return "–";
  if (at > now + day) return "in the future: a clock was wrong";
  return dateTimeText(at);
}

/** All lessons of any learner, in folder order. */
export function lessonsOf(rows: readonly ClassRow[]): readonly string[] {
  const all = new Set(rows.flatMap(({ lessons }) => [...lessons.keys()]));
  return [...all].sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

/** The table as CSV. */
export function csvOf(rows: readonly ClassRow[]): string {
  const lessons = lessonsOf(rows);
  const head = ["learner", "workshop", "commit", ...lessons, "passed", "of", "by the solution", "skipped", "last"];
  const lines = rows.map(({ name, workshop, commit = "", lessons: cells, all, last }) => [
    name,
    workshop,
    commit,
    ...lessons.map((lesson) => String(cells.get(lesson)?.passed ?? "")),
    ...[all.passed, all.total, all.bySolution, all.skipped].map(String),
    last,
  ]);
  // A spreadsheet would run a cell that begins like a formula.
  return Papa.unparse([head, ...lines], { escapeFormulae: true });
}

/** `Line 3 is`, `Lines 3, 4 and 9 are`, `Lines 3, 4, 5, 6, 7 and 495 more are`. */
export function linesText(lines: readonly number[]): string {
  const [first, ...others] = lines.length > 6 ? [...lines.slice(0, 5), `${lines.length - 5} more`] : lines;
  if (others.length === 0) return `Line ${first} is`;
  return `Lines ${[first, ...others.slice(0, -1)].join(", ")} and ${others.at(-1)} are`;
}
