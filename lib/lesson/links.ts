import { GFM, parser } from "@lezer/markdown";
import { uriDecoded } from "#lib/vfs/uri.ts";
import type { Block, Lesson } from "./lesson.ts";

/** A link in a lesson's text, as its author wrote it. */
export interface LessonLink {
  readonly target: string;
  /** 1-based line of the `lesson.md`. */
  readonly line: number;
}

const markdown = parser.configure(GFM);

/** Links and pictures in a lesson's text and hints, in order; those in code are left out. */
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

/** Links to other sites, each once, at its first position. The page never fetches them. */
export function outsideLinks(lesson: Pick<Lesson, "steps">): readonly LessonLink[] {
  const first = new Map<string, LessonLink>();
  for (const link of linksIn(lesson)) {
    if (/^(?:https?:\/\/|www\.)/i.test(link.target) && !first.has(link.target)) first.set(link.target, link);
  }
  return [...first.values()];
}

/** The path in the project that a lesson's link names; `undefined` for an anchor in the text and for other schemes. */
export function projectPathOf({ target }: LessonLink): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|#|\/\/|www\.)/i.test(target) || /^[^\s@/]+@[^\s@/]+$/.test(target)) return undefined;
  const plain = target.split(/[?#]/, 1)[0] ?? "";
  // With a broken percent-escape, the path is taken as written.
  return uriDecoded(plain) ?? plain;
}
