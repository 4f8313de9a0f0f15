import {
  type ComparisonDocument,
  catalogOf,
  comparisonMarkdown,
  type DocumentProfile,
} from "#lib/report/compare/comparison-file.ts";
import { countedWords, noSkills } from "#lib/report/compare/headline.ts";
import { isMark, markWord } from "#lib/report/words.ts";
import { compareFolder } from "./compare-folder.ts";
import { harmlessLine } from "./console.ts";
import { harnessesOf, harnessIds, harnessUsage } from "./harnesses.ts";
import { deliver, type Faces, outputOptions, outputUsage, readOutput } from "./output.ts";
import { readArguments, type Verb } from "./verb.ts";

const known = ["text", "json", "markdown"] as const;

const usage = `skillground compare [folder] [options]

Compares what each harness makes of each skill, side by side. Without a folder: the current one.

  --harness <ids>             comma-separated (default: all)
  --differing                 only skills that the harnesses disagree on; exit with 1 if there are any
${outputUsage(known)}

${harnessUsage}

Exit codes: 0 compared, 1 --differing found some, 2 nothing could be compared.

Examples:
  skillground compare skills --harness claude-code,codex
  skillground compare --differing --format markdown`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    harness: { type: "string" },
    differing: { type: "boolean" },
  });
  const output = readOutput(values, known);
  const [folder = "."] = positionals;
  const document = await compareFolder(folder, harnessesOf(values.harness ?? harnessIds));
  const skills = values.differing ? document.skills.filter(({ differs }) => differs) : document.skills;
  const none = document.skills.length > 0 ? "All these harnesses make the same of each skill" : noSkills;
  deliver(facesOf({ ...document, skills }, none), output);
  return values.differing && skills.length > 0 ? 1 : 0;
}

/** @param none said in place of a table without a row */
function facesOf(document: ComparisonDocument, none: string): Faces {
  return {
    text: () => (document.skills.length > 0 ? textOf(document) : `${none}.\n`),
    json: () => `${JSON.stringify(document, null, 2)}\n`,
    markdown: () => comparisonMarkdown(document),
  };
}

/** A table in which harnesses that make the same of all skills share a column, and below it who stands in which, with their catalogs. */
function textOf({ workspace: { way }, profiles, skills }: ComparisonDocument): string {
  const wordsOf = ({ id }: DocumentProfile) => skills.map((skill) => verdictWord(skill.profiles[id]?.verdict ?? ""));
  const columns = [...Map.groupBy(profiles, (profile) => wordsOf(profile).join()).values()].flatMap(
    ([first, ...others]) =>
      first ? [{ heading: headingOf(first, others), words: wordsOf(first), alike: [first, ...others] }] : [],
  );
  const table = [
    ["", ...columns.map(({ heading }) => heading)],
    ...skills.map(({ path }, at) => [harmlessLine(path.slice(1)), ...columns.map(({ words }) => words[at] ?? "")]),
  ];
  const catalogs = columns.map(({ heading, alike }) => {
    const words = alike.map((each) => (alike.length > 1 ? `${each.label} (${catalogOf(each)})` : catalogOf(each)));
    return [`  ${heading}`, words.join(", ")];
  });
  return [`${countedWords(way)}\n`, alignedText(table), `Catalogs:\n${alignedText(catalogs)}`].join("\n");
}

function headingOf({ label }: DocumentProfile, others: readonly unknown[]): string {
  return others.length === 0 ? label : `${label} and ${others.length} more`;
}

function verdictWord(verdict: string): string {
  return isMark(verdict) ? markWord(verdict) : verdict;
}

/** Rows as lines, with the cells of a column below each other. */
function alignedText(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return lines.map((line) => `${line.trimEnd()}\n`).join("");
}

export const compareVerb: Verb = { usage, run };
