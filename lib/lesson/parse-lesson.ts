import { splitFrontmatter } from "#lib/skills/split-frontmatter.ts";
import type { Check } from "./checks/check.ts";
import { readCheck } from "./checks/read-check.ts";
import { optional, readFields, text, texts } from "./fields.ts";
import { type Block, type Lesson, lessonLimits, type Step } from "./lesson.ts";
import { readAction, readQuiz } from "./read-blocks.ts";
import type { Fault } from "./read-yaml.ts";
import { fault, type Reading, readYaml } from "./read-yaml.ts";
import { type Piece, piecesOf } from "./split-steps.ts";

export interface ParsedLesson {
  readonly lesson: Lesson;
  readonly faults: readonly Fault[];
}

const frontmatter = {
  title: optional(text),
  profile: optional(text),
  source: optional(text),
  skills: optional(texts),
  prompt: optional(text),
};

/** Reads a `lesson.md`. A part that cannot be read becomes a fault in its place; never throws. `id`: the lesson's folder. */
export function parseLesson(source: string, id: string): ParsedLesson {
  const reading: Reading = { file: `lessons/${id}/lesson.md`, faults: [] };
  const { limit, markdown } = withinLimit(source, reading);
  const split = splitFrontmatter(markdown, "trimmed-lines");
  if (split.kind === "unclosed") fault(reading, 1, "The frontmatter that begins here is not closed by a line ---");
  const head = split.kind === "split" ? readHead(split.yaml, split.firstLine, reading) : undefined;
  const body = split.kind === "split" ? split.body : markdown;
  const above = markdown.slice(0, markdown.length - body.length).split("\n").length - 1;
  const steps = readSteps(piecesOf(body, above + 1), reading);
  if (steps.length === 0) fault(reading, above + 1, "There is no step: each begins with a heading “## …”");
  if (limit) fault(reading, limit, "The lesson is too long: the rest is ignored");
  const { title = steps[0]?.title ?? id, ...settings } = head ?? {};
  return { lesson: { id, title, ...settings, steps }, faults: reading.faults };
}

function withinLimit(source: string, reading: Reading): { readonly markdown: string; readonly limit?: number } {
  const plain = source.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
  if (plain.length <= lessonLimits.text) return { markdown: plain };
  const markdown = plain.slice(0, plain.lastIndexOf("\n", lessonLimits.text) + 1);
  return { markdown, limit: markdown.split("\n").length + reading.faults.length };
}

function readHead(yaml: string, firstLine: number, reading: Reading): Partial<Omit<Lesson, "id" | "steps">> {
  if (yaml.trim() === "") return {};
  const node = readYaml(yaml, firstLine, reading);
  if (!node) return {};
  if (node.kind !== "map") return fault(reading, node.line, "The frontmatter has to be keys with values") ?? {};
  const values = readFields(frontmatter, node, reading) ?? {};
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Groups the pieces of the text into steps. Text before the first heading belongs to the first step. */
function readSteps(pieces: Iterable<Piece>, reading: Reading): readonly Step[] {
  const steps: { id: string; title: string; line: number; blocks: Block[] }[] = [];
  const ids = new Set<string>();
  let opening: Block[] = [];
  for (const piece of pieces) {
    if (piece.kind === "heading") {
      if (steps.length === lessonLimits.steps) {
        fault(reading, piece.line, `A lesson has ${lessonLimits.steps} steps at most: the rest is ignored`);
        break;
      }
      steps.push({ id: freeId(piece.title, ids), title: piece.title, line: piece.line, blocks: opening });
      opening = [];
      continue;
    }
    const step = steps.at(-1);
    const blocks = step?.blocks ?? opening;
    if (blocks.length >= lessonLimits.blocks) {
      if (blocks.length === lessonLimits.blocks) blocks.push(tooMany(piece.line, reading));
      continue;
    }
    blocks.push(readBlock(piece, { step: step?.id ?? "", blocks }, reading));
  }
  return steps;
}

function tooMany(line: number, reading: Reading): Block {
  fault(reading, line, `A step has ${lessonLimits.blocks} blocks at most: the rest of it is ignored`);
  return { kind: "fault", fault: reading.faults.at(-1) as Fault };
}

interface Within {
  readonly step: string;
  readonly blocks: readonly Block[];
}

function readBlock(piece: Exclude<Piece, { kind: "heading" }>, within: Within, reading: Reading): Block {
  if (piece.kind === "text") return { kind: "text", markdown: piece.markdown, line: piece.line };
  if (piece.language === "hint") {
    return { kind: "hint", title: piece.title || "Hint", markdown: piece.content, line: piece.line + 1 };
  }
  const before = reading.faults.length;
  const block = readYamlBlock(piece, within, reading);
  if (block) return block;
  if (reading.faults.length === before) fault(reading, piece.line, "This block cannot be read");
  return { kind: "fault", fault: reading.faults[before] as Fault };
}

function readYamlBlock(piece: Extract<Piece, { kind: "fence" }>, within: Within, reading: Reading): Block | undefined {
  const node = readYaml(piece.content, piece.line + 1, reading);
  if (!node) return undefined;
  if (piece.language === "action") {
    const action = readAction(node, reading);
    return action && { kind: "action", action, line: piece.line };
  }
  if (piece.language === "quiz") {
    const read = readQuiz(node, checkId(within, "quiz"), reading);
    return read && { kind: "quiz", ...read };
  }
  const check = readCheck(node, "", reading);
  return check && { kind: "check", check: { ...check, id: checkId(within, check.kind) } };
}

/**
 * An id that stays the same until a check of the same kind is added or removed before it in its step, so that progress survives an update.
 */
function checkId({ step, blocks }: Within, kind: string): string {
  const same = blocks.filter((block) => ownCheck(block)?.kind === kind).length;
  return `${step}/${kind}-${same + 1}`;
}

function ownCheck(block: Block): Check | undefined {
  return block.kind === "check" || block.kind === "quiz" ? block.check : undefined;
}

function freeId(title: string, taken: Set<string>): string {
  const words = title
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const slug = Array.from(words).slice(0, 60).join("");
  let id = slug || "step";
  for (let number = 2; taken.has(id); number++) id = `${slug || "step"}-${number}`;
  taken.add(id);
  return id;
}
