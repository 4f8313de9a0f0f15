import { type ComparisonDocument, comparisonMarkdown } from "#lib/report/compare/comparison-file.ts";
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
  deliver(facesOf({ ...document, skills }), output);
  return values.differing && skills.length > 0 ? 1 : 0;
}

function facesOf(document: ComparisonDocument): Faces {
  return {
    text: () => textOf(document),
    json: () => `${JSON.stringify(document, null, 2)}\n`,
    markdown: () => comparisonMarkdown(document),
  };
}

function textOf({ profiles, skills }: ComparisonDocument): string {
  const rows = [
    ["", ...profiles.map(({ label }) => label)],
    ...skills.map(({ path, profiles: verdicts }) => [
      harmlessLine(path.slice(1)),
      ...profiles.map(({ id }) => {
        const verdict = verdicts[id]?.verdict ?? "";
        return isMark(verdict) ? markWord(verdict) : verdict;
      }),
    ]),
    ["catalog tokens", ...profiles.map(({ tokens }) => `≈${tokens}`)],
  ];
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, at) => cell.padEnd(widths[at] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

export const compareVerb: Verb = { usage, run };
