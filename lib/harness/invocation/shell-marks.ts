import type { ShellMarks } from "#lib/harness/vocabulary/activation.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";

/**
 * A skill's text with a mark in place of each shell command.
 * @param sparesCode whether those in fenced blocks and between two or more backquotes stay
 */
export function withShellMarks(
  marks: ShellMarks | undefined,
  { root }: Pick<Skill, "root">,
  text: string,
  sparesCode = false,
): string {
  if (!marks) return text;
  const mark = root.startsWith("~/") ? marks.ofPerson : marks.ofOthers;
  const code = sparesCode ? codeIn(text) : [];
  let next = 0;
  return text.replace(/!`[^`]+`/g, (whole, at: number) => {
    while ((code[next]?.end ?? at + 1) <= at) next++;
    return (code[next]?.start ?? at + 1) <= at ? whole : mark;
  });
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Fenced blocks and code spans, in order. */
function codeIn(text: string): readonly Part[] {
  const fences = fencesIn(text);
  const around = [...fences, { start: text.length, end: text.length }];
  return around.flatMap(({ start, end }, index) => {
    const from = around[index - 1]?.end ?? 0;
    return [...spansIn(text.slice(from, start), from), { start, end }];
  });
}

/** A fence ends at a line of at least as many of its signs, whatever follows them, or with the text. */
function fencesIn(text: string): readonly Part[] {
  const fences: Part[] = [];
  let open: { readonly start: number; readonly sign: string } | undefined;
  for (const { 0: line, 1: sign = "", index } of text.matchAll(/^[ \t]*(`{3,}|~{3,})[^\n]*$/gm)) {
    if (!open) open = { start: index, sign };
    else if (sign.startsWith(open.sign)) {
      fences.push({ start: open.start, end: index + line.length });
      open = undefined;
    }
  }
  return open ? [...fences, { start: open.start, end: text.length }] : fences;
}

/** Spans within one paragraph, from two or more backquotes to the next as many. */
function spansIn(text: string, from: number): readonly Part[] {
  const spans: Part[] = [];
  let paragraph = 0;
  for (const { 0: blank, index } of text.matchAll(/\n[ \t]*\n|$/g)) {
    const runs = [...text.slice(paragraph, index).matchAll(/`+/g)].map((run) => ({
      at: paragraph + run.index,
      size: run[0].length,
    }));
    const closing = nextOfSize(runs.map(({ size }) => size));
    for (let run = 0; run < runs.length; run++) {
      const [open, close] = [runs[run], runs[closing[run] ?? -1]];
      if (!open || !close || open.size < 2) continue;
      spans.push({ start: from + open.at, end: from + close.at + close.size });
      run = closing[run] ?? run;
    }
    paragraph = index + blank.length;
  }
  return spans;
}

/** For each size the index of the next equal one. */
function nextOfSize(sizes: readonly number[]): readonly (number | undefined)[] {
  const seen = new Map<number, number>();
  return sizes.reduceRight<(number | undefined)[]>((all, size, at) => {
    all[at] = seen.get(size);
    seen.set(size, at);
    return all;
  }, []);
}
