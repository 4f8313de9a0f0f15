import type { Failure } from "#lib/failure.ts";
import type { GitSource, Source } from "#lib/vfs/source.ts";
import { isLooseFile, readAddress } from "./source-address.ts";
import { readCommand, type SourceCommand } from "./source-command.ts";

export type ParsedSource =
  /** `note`: a sentence on what was changed to make it work. */
  | { readonly kind: "source"; readonly source: Source; readonly note?: string }
  | { readonly kind: "failure"; readonly failure: Failure };

/**
 * Reads what a person pasted: an address in any of the forms that hosts and tools write, a command, or the text of a
 * SKILL.md. The only failure is `source-unreadable`; whether the source exists is not checked.
 */
export function parseSource(text: string): ParsedSource {
  if (isSkillText(text)) return { kind: "source", source: { kind: "text", name: skillName(text) } };
  const command = readCommands(text);
  const word = command?.address ?? plainWord(linesOf(text)[0] ?? "");
  const address = readAddress(word);
  if (!address) return unreadable(text, word, command);
  const { note, ...parts } = address;
  const source: GitSource = { kind: "git", ...parts, ...(command && askedOf(command)) };
  return { kind: "source", source, ...(note !== undefined && { note }) };
}

/** Whether the text is a SKILL.md itself: frontmatter begins on its first line. */
export function isSkillText(text: string): boolean {
  return /^\s*---[ \t]*\r?\n/.test(text);
}

function skillName(text: string): string {
  return /^name:[ \t]*["']?([a-z0-9-]+)/m.exec(text)?.[1] ?? "skill";
}

/** Most characters of a line that can be an address or a command: the time to read one grows with the square of its length. */
const longestLine = 4000;

/** The non-empty lines, with continued ones joined and without a shell's or chat's prompt. */
function linesOf(text: string): string[] {
  const lines = text.replace(/\\\r?\n/g, " ").split(/\r?\n/);
  return lines
    .map((line) => line.trim().replace(/^(?:[$%>❯]\s+|!\s*)/, ""))
    .filter((line) => line !== "" && line.length <= longestLine);
}

/** A line without the marks that Markdown or a sentence puts around an address. */
function plainWord(line: string): string {
  const unended = line.replace(/[.,;:!?]+$/, "");
  return /^\[[^\]]*\]\((\S+)\)$/.exec(unended)?.[1] ?? unended.replace(/^[`"'<(](.*)[`"'>)]$/, "$1");
}

/**
 * The first command among the lines, of which one may contain several (`mkdir x && git clone …`). A plugin named on a
 * later line belongs to the marketplace that the first one added.
 */
function readCommands(text: string): SourceCommand | undefined {
  const steps = linesOf(text).flatMap((line) => plainWord(line).split(/\s+(?:&&|\|\|?)\s+|;\s+/));
  const [first, ...more] = steps.map(readCommand).filter((command) => command !== undefined);
  const plugin = more.find(({ address, skill }) => skill !== undefined && !address.includes("/"))?.skill;
  return first && first.skill === undefined && plugin !== undefined ? { ...first, skill: plugin } : first;
}

function askedOf({ address: _, isPlugin: __, ...asked }: SourceCommand): Partial<GitSource> {
  return asked;
}

function unreadable(text: string, word: string, command: SourceCommand | undefined): ParsedSource {
  const reason = command?.isPlugin ? "marketplace-name" : reasonFor(word);
  return { kind: "failure", failure: { code: "source-unreadable", text: text.trim(), ...(reason && { reason }) } };
}

function reasonFor(word: string): Extract<Failure, { code: "source-unreadable" }>["reason"] {
  if (/^(?:file:|\.{1,2}(?:\/|$)|~\/|\/\S*\/|[a-z]:\\|\\\\)/i.test(word)) return "own-computer";
  const url = /^https?:\/\//i.test(word) ? URL.parse(word) : null;
  if (!url) return undefined;
  if (isLooseFile(url.pathname)) return "loose-file";
  return /^\/?[^/]*\/?$/.test(url.pathname) ? "no-repository" : undefined;
}
