import type { AnswerInFile, EndlessAnswer, MiddlelessAnswer, SkillTool } from "#lib/harness/vocabulary/activation.ts";
import type { Place } from "#lib/harness/vocabulary/places.ts";
import { fillTemplate } from "#lib/harness/vocabulary/template.ts";

/** An answer of the tool as it is sent, which may be cut where it is long. */
export function cutAnswer({ longest }: SkillTool, { home }: Place, text: string): string {
  if (!longest) return text;
  if ("lines" in longest) return withoutEnd(longest, home, text);
  if (text.length <= longest.characters) return text;
  return "keeps" in longest ? inFile(longest, home, text) : withoutMiddle(longest, text);
}

function inFile({ keeps, says }: AnswerInFile, home: string, text: string): string {
  const start = text.slice(0, keeps);
  const end = start.lastIndexOf("\n");
  const content = `${end > 0 ? start.slice(0, end) : start}\n...`;
  return fillTemplate(says, { home, kilobytes: String(Math.round(bytesOf(text) / 1024)), content });
}

function withoutEnd({ lines: most, bytes, mark }: EndlessAnswer, home: string, text: string): string {
  const lines = text.split("\n");
  let size = -1;
  for (const [index, line] of lines.entries()) {
    const next = size + 1 + bytesOf(line);
    if (index === most || next > bytes) {
      const [count, unit] =
        index === most ? [lines.length - index, "lines"] : [bytesOf(text) - Math.max(0, size), "bytes"];
      return lines.slice(0, index).join("\n") + fillTemplate(mark, { count: String(count), unit, home });
    }
    size = next;
  }
  return text;
}

function withoutMiddle({ characters, mark: template }: MiddlelessAnswer, text: string): string {
  const markOf = (count: number) => fillTemplate(template, { count: String(count) });
  const half = (mark: string) => Math.max(0, Math.floor((characters - mark.length) / 2));
  const mark = markOf(text.length - 2 * half(markOf(text.length - characters)));
  return text.slice(0, half(mark)) + mark + text.slice(text.length - half(mark));
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}
