import { existsSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { RuleTest } from "#lib/harness/vocabulary/finding.ts";
import { type Verdict, verdictText } from "#lib/harness/vocabulary/verdict.ts";
import { type Way, ways } from "#lib/report/compare/headline.ts";
import { code, plain } from "#lib/report/faces/markdown-text.ts";
import { growTree } from "#lib/stage/grow-tree.ts";
import { harmlessLine, UsageError } from "./console.ts";
import { type Explained, explainAll, explanationDocument } from "./explain-folder.ts";
import { repositoryPrefix } from "./git/repository-prefix.ts";
import { harnessesOf, harnessIds, harnessUsage } from "./harnesses.ts";
import { deliver, type Faces, outputOptions, outputUsage, type Paint, readOutput } from "./output.ts";
import { readFolder } from "./read-folder.ts";
import { readArguments, type Verb } from "./verb.ts";

const known = ["text", "json", "markdown"] as const;

const usage = `skillground explain <SKILL.md or its folder> [options]

Explains why a skill is offered or not: each rule of a harness, in the order in which it is applied. A
harness whose own folders have the project's skills has them as they lie, any other as installed.

  --harness <ids>             comma-separated, each with all its rules (default: all harnesses; text and
                              Markdown have of each what is not passed)
  --root <folder>             the project it belongs to (default: its repository, or else its folder)
${outputUsage(known)}

${harnessUsage}

Exit codes: 0 each harness tells its model of the skill, or it is not documented, 1 one does not, 2 there is
no such skill.

Examples:
  skillground explain skills/pdf --harness claude-code
  skillground explain .claude/skills/pdf/SKILL.md --format json`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    harness: { type: "string" },
    root: { type: "string" },
  });
  const output = readOutput(values, known);
  const [named] = positionals;
  if (named === undefined) throw new UsageError("Which skill? Name its SKILL.md or its folder.");
  const { root, path } = locate(named, values.root);
  const tree = await growTree(readFolder(root).snapshot, {});
  const explained = await explainAll(tree, path, harnessesOf(values.harness ?? harnessIds));
  deliver(facesOf(explained, path, values.harness !== undefined), output);
  const told = new Set<Verdict["kind"]>(["listed", "cut", "named", "waiting", "undocumented"]);
  return explained.every(({ explanation }) => told.has(explanation.verdict.kind)) ? 0 : 1;
}

/** The folder to open, and the path of the SKILL.md in it, from `/`. */
function locate(named: string, root: string | undefined): { readonly root: string; readonly path: string } {
  const found = statSync(named, { throwIfNoEntry: false });
  if (!found) throw new UsageError(`${named} is not there.`);
  const file = resolve(found.isDirectory() ? join(named, "SKILL.md") : named);
  if (!existsSync(file)) throw new UsageError(`There is no SKILL.md in ${resolve(named)}.`);
  const folder = dirname(file);
  const opened = resolve(root ?? repositoryOf(folder));
  const path = relative(opened, file).split(sep).join("/");
  if (path.startsWith("../") || path === "..") throw new UsageError(`${named} is not below ${opened}.`);
  return { root: opened, path: `/${path}` };
}

/** The root of a folder's repository, or the folder's parent if it is in none. */
function repositoryOf(folder: string): string {
  const depth = repositoryPrefix(folder).split("/").length - 1;
  if (depth > 0) return resolve(folder, ...Array.from({ length: depth }, () => ".."));
  return existsSync(join(folder, ".git")) ? folder : dirname(folder);
}

/** @param isWhole whether text and Markdown have all rules, and not only those that are not passed */
function facesOf(explained: readonly Explained[], path: string, isWhole: boolean): Faces {
  const shown = isWhole ? explained : explained.map(withoutPassed);
  const between = isWhole ? "\n\n" : "\n";
  const byWay = [...Map.groupBy(shown, ({ way }) => way)];
  const textOf = (each: Explained, paint: Paint) => explanationLines(each, paint).join("\n");
  return {
    text: (paint) =>
      byWay
        .map(([way, all]) => `${wayWords(way)}\n\n${all.map((each) => textOf(each, paint)).join(between)}\n`)
        .join("\n"),
    json: () => `${JSON.stringify(explanationDocument(path, explained), null, 2)}\n`,
    markdown: () => {
      const blocks = byWay.flatMap(([way, all]) => [
        wayWords(way),
        ...all.map((each) => markdownLines(each).join("\n")),
      ]);
      return `${blocks.join("\n\n")}\n`;
    },
  };
}

function withoutPassed({ explanation, ...rest }: Explained): Explained {
  const tests = explanation.tests.filter(({ outcome }) => outcome === "failed" || outcome === "warned");
  return { ...rest, explanation: { ...explanation, tests } };
}

function wayWords(way: Way): string {
  const { label, title } = ways[way];
  return `${label}. ${title}.`;
}

const marks = { passed: "✓", failed: "✗", warned: "!", "not reached": "·" } as const;
const colors = { passed: "green", failed: "red", warned: "yellow", "not reached": "gray" } as const;

function explanationLines({ profile, explanation }: Explained, paint: Paint): readonly string[] {
  const { name, verdict, tests } = explanation;
  return [
    harmlessLine(`${name}: ${verdictText(verdict, profile.label)}`),
    ...tests.flatMap(({ outcome, title, tested, fix, says, place: { path, line } }) => [
      `  ${paint(colors[outcome], marks[outcome])} ${harmlessLine(title)}`,
      ...(outcome === "failed" || outcome === "warned"
        ? [
            `      ${tested} (${path}${line === undefined ? "" : `:${line}`})`,
            ...says.map((said) => `      It says: ${said}`),
            ...(fix === undefined ? [] : [`      ${fix}`]),
          ].map(harmlessLine)
        : []),
    ]),
  ];
}

function markdownLines({ profile, explanation }: Explained): readonly string[] {
  const { name, verdict, tests } = explanation;
  return [
    `## ${plain(name)}: ${plain(verdictText(verdict, profile.label))}`,
    ...(tests.length === 0 ? [] : [""]),
    ...tests.map((test) => `- ${marks[test.outcome]} ${plain(test.title)}${whyLine(test)}`),
  ];
}

function whyLine({ outcome, tested, fix, place: { path, line } }: RuleTest): string {
  if (outcome === "passed" || outcome === "not reached") return "";
  const at = code(`${path}${line === undefined ? "" : `:${line}`}`);
  return `: ${plain(tested)} ${at}${fix === undefined ? "" : ` ${plain(fix)}`}`;
}

export const explainVerb: Verb = { usage, run };
