import { isInside, relativePath } from "#lib/vfs/paths.ts";
import type { Choice } from "./choose-skill.ts";
import type { Offer } from "./parse-catalog.ts";
import type { Looked } from "./read-prompt.ts";

/** A file that the skill mentions, with the path it is mentioned by. */
export interface LookedResource extends Looked {
  readonly written: string;
}

export interface DigestInput {
  readonly choice: Exclude<Choice, { kind: "none" }>;
  readonly name: string;
  readonly directory: string | undefined;
  readonly body: string;
  /** Resources that were looked at. */
  readonly resources: readonly LookedResource[];
  /** Mentioned paths that are not there. */
  readonly missing: readonly string[];
}

const signature = "*Demo model (scripted, not an AI).*";

/** The answer: which skill, why, what it says in its own words, and what would follow. */
export function skillDigest(input: DigestInput): string {
  const { choice, name, body, resources, missing } = input;
  const { headings, opening, steps } = outlineOf(body);
  return paragraphs([
    `${signature} I would use the skill **${name}**.`,
    `**Why:** ${reason(choice)}`,
    opening && `**It begins:**\n\n> ${clip(opening)}`,
    headings.length > 0 && `**Its sections:** ${headings.map(clip).join(" · ")}`,
    steps.length > 0 &&
      `**Its first steps:**\n\n${steps.map((step, index) => `${index + 1}. ${clip(step)}`).join("\n")}`,
    resources.length > 0 &&
      `**Files it points to:**\n\n${resources.map((file) => resourceLine(input, file)).join("\n")}`,
    missing.length > 0 &&
      `**Mentioned but not there:** ${missing.map((path) => `\`${shown(input, path)}\``).join(", ")}`,
    `**What I would do:** ${steps.length > 0 ? "follow these steps in order" : "follow these instructions"} for your request. I am a script, so I stop here; choose a model with a key in Settings to have it done.`,
  ]);
}

/** Nothing in the catalog fits: says so, and what there is. */
export function nothingMatches(offers: readonly Offer[]): string {
  if (offers.length === 0) {
    return `${signature} I was offered no skills: the request I received has no catalog. Mount a repository with skills, or turn one on.`;
  }
  const lines = offers.slice(0, 12).map(({ name, description }) => `- **${name}**: ${clip(description)}`);
  const more = offers.length > 12 ? [`- and ${offers.length - 12} more`] : [];
  return paragraphs([
    `${signature} No skill shares a word with your message, so I activated none. I compare words, nothing more.`,
    `These are available:\n\n${[...lines, ...more].join("\n")}`,
    "Name one, or type a slash and its name.",
  ]);
}

/** The chosen skill could not be had: says what the tool answered. */
export function unreadableSkill({ name, location }: Offer, because: string): string {
  const asked = location === undefined ? "did not get its instructions" : `could not read \`${location}\``;
  return `${signature} I would use the skill **${name}**, but ${asked}: ${because}`;
}

function reason(choice: DigestInput["choice"]): string {
  if (choice.kind === "given") return "your message invoked it, and brought its instructions along.";
  if (choice.kind === "named") return "you asked for it by name.";
  const words = choice.words.map((word) => `“${word}”`).join(", ");
  return `your message and its catalog entry share ${words}.`;
}

function resourceLine(input: DigestInput, { path, written, ...file }: LookedResource): string {
  const onDisk = shown(input, path);
  const spelling = path === written ? "" : ` (written \`${shown(input, written)}\`, on disk \`${onDisk}\`)`;
  return `- \`${onDisk}\`: ${firstWords(file)}${spelling}`;
}

function firstWords({ text, failed }: Pick<Looked, "text" | "failed">): string {
  if (failed) return "could not be read";
  const { headings, opening } = outlineOf(text);
  const first = headings[0] ?? opening ?? text.split("\n").find((line) => /[\p{L}\p{N}]/u.test(line)) ?? "";
  return first === "" ? "empty" : `“${clip(first)}”`;
}

function shown({ directory }: DigestInput, path: string): string {
  return directory && isInside(directory, path) ? relativePath(directory, path) : path;
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}

function paragraphs(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join("\n\n");
}

/** What stands out in a Markdown text, each piece as written, on one line. */
export interface Outline {
  readonly headings: readonly string[];
  readonly opening: string | undefined;
  readonly steps: readonly string[];
}

/** The outline of a text without its frontmatter; fenced code is passed over. */
function outlineOf(markdown: string): Outline {
  const lines = withoutFences(withoutFrontmatter(markdown.split(/\r?\n/)));
  const items = matches(lines, /^\s*(?:\d+[.)]|[-*+])\s+(\S.*)$/);
  const numbered = matches(lines, /^\s*\d+[.)]\s+(\S.*)$/);
  return {
    headings: matches(lines, /^#{1,6}\s+(\S.*)$/).slice(0, 8),
    opening: lines.find((line) => /^[^\s#>|<`*+-]/.test(line) && /\p{L}/u.test(line) && !/^\d+[.)]\s/.test(line)),
    steps: (numbered.length > 0 ? numbered : items).slice(0, 5),
  };
}

/** The lines below the `---` that ends a frontmatter; all of them where none stands. */
export function withoutFrontmatter(lines: readonly string[]): readonly string[] {
  if (lines[0]?.trim() !== "---") return lines;
  const end = lines.findIndex((line, index) => index > 0 && line.trim() === "---");
  return end === -1 ? lines : lines.slice(end + 1);
}

function withoutFences(lines: readonly string[]): string[] {
  let fenced = false;
  return lines.filter((line) => {
    const fence = /^\s*(```|~~~)/.test(line);
    if (fence) fenced = !fenced;
    return !fence && !fenced;
  });
}

function matches(lines: readonly string[], pattern: RegExp): string[] {
  return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
}
