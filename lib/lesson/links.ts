import { GFM, parser } from "@lezer/markdown";
import type { Block, Lesson } from "./lesson.ts";

/** A link of a lesson's text, as its author wrote it. */
export interface LessonLink {
  readonly target: string;
  /** 1-based, in the `lesson.md`. */
  readonly line: number;
}

const markdown = parser.configure(GFM);

/** Links and pictures of a lesson's text and hints, in their order; not those that stand in code. */
export function linksIn({ steps }: Pick<Lesson, "steps">): readonly LessonLink[] {
  return steps.flatMap(({ blocks }) => blocks.flatMap(linksOfBlock));
}

function linksOfBlock(block: Block): readonly LessonLink[] {
  if (block.kind !== "text" && block.kind !== "hint") return [];
  const links: LessonLink[] = [];
  markdown.parse(block.markdown).iterate({
    enter({ name, from, to }) {
      if (name !== "URL") return;
      const target = block.markdown.slice(from, to).replace(/^<|>$/g, "");
      links.push({ target, line: block.line + block.markdown.slice(0, from).split("\n").length - 1 });
    },
  });
  return links;
}

/** Whether a link leads to another site, which a page of ours never asks. */
export function isElsewhere({ target }: LessonLink): boolean {
  return /^(?:https?:\/\/|www\.)/i.test(target);
}

/** The path that a link of a lesson names in its project; `undefined` for a place in the text, and for other schemes. */
export function projectPathOf({ target }: LessonLink): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|#|\/\/|www\.)/i.test(target) || /^[^\s@/]+@[^\s@/]+$/.test(target)) return undefined;
  const plain = target.split(/[?#]/, 1)[0] ?? "";
  try {
    return decodeURIComponent(plain);
  } catch (caught) {
    // Half a character: taken as it is written.
    if (caught instanceof URIError) return plain;
    throw caught;
  }
}
