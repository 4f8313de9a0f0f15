import { parseArgs } from "node:util";
import { type ComparisonDocument, comparisonMarkdown } from "#lib/report/compare/comparison-file.ts";
import { isMark, markWord } from "#lib/report/words.ts";
import { compareFolder } from "./compare-folder.ts";
import { harmlessLine } from "./console.ts";
import { harnessesOf, harnessIds } from "./harnesses.ts";
import { deliver, type Faces, outputOptions, outputUsage, readOutput } from "./output.ts";
import { parsing, type Verb } from "./verb.ts";

const known = ["text", "json", "markdown"] as const;

const usage = `skillground compare [folder] [options]

What each harness makes of each skill, side by side. Without a folder: this one.

  --harness <ids>             of ${harnessIds};
                              several with commas (default: all)
  --differing                 only skills that the harnesses disagree on; ends with 1 where there is one
${outputUsage(known)}

Ends with 0, with 1 as above, with 2 where nothing can be compared.

  skillground compare skills --harness claude-code,codex
  skillground compare --differing --format markdown`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    ...parsing,
    args: [...args],
    options: { ...outputOptions, harness: { type: "string" }, differing: { type: "boolean" } },
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
