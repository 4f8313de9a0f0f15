import { basename, resolve } from "node:path";
import { plural } from "#lib/format-count.ts";
import { annotation } from "#lib/report/faces/github.ts";
import { sourceLabel } from "#lib/vfs/source.ts";
import {
  type Finding,
  type LintedLesson,
  type LintedWorkshop,
  lintWorkshop,
} from "#lib/workspace/lesson/lint-workshop.ts";
import { harmlessLine, UsageError } from "../console.ts";
import { repositoryPrefix } from "../git/repository-prefix.ts";
import { deliver, type Faces, outputOptions, outputUsage, type Paint, readOutput } from "../output.ts";
import { openProgress } from "../progress.ts";
import { readFolder } from "../read-folder.ts";
import { readArguments, type Verb } from "../verb.ts";
import { serveSamples } from "./serve-samples.ts";

const known = ["text", "json", "github"] as const;

const usage = `skillground lint-workshop [folder with workshop.yaml and lessons/] [options]

Tries every lesson of a workshop as a learner would, with the demo model. Without a folder: the current
one.

  --source <folder>           use this folder for the repository that lessons name as their source
  --links                     ask linked sites whether the pages exist; https only, no private addresses
  --warnings                  exit with 1 for warnings too
${outputUsage(known)}

Exit codes: 0 every lesson can be passed, 1 one cannot, 2 there is nothing to try.

Examples:
  skillground lint-workshop workshops/first --links
  skillground lint-workshop --source ../skills --format github`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    source: { type: "string" },
    links: { type: "boolean" },
    warnings: { type: "boolean" },
  });
  const [folder = "."] = positionals;
  const output = readOutput(values, known);
  serveSamples();
  const progress = openProgress(output.quiet);
  const linted = await lintWorkshop(readFolder(folder).snapshot, basename(resolve(folder)), {
    signal: new AbortController().signal,
    onProgress: ({ lessons: tried }, total) =>
      progress.show(`Lesson ${Math.min(tried.length + 1, total)} of ${total}…`),
    fetchOther: async (source) => {
      if (values.source !== undefined) return readFolder(values.source).snapshot;
      throw new UsageError(`A lesson is about ${sourceLabel(source)}: name a folder with its files by --source.`);
    },
  });
  progress.end();
  const lessons = values.links ? await withLinks(linted.lessons) : linted.lessons;
  const workshop = { ...linted, lessons };
  const prefix = repositoryPrefix(folder);
  const faces: Faces = {
    text: (paint) => workshopText(workshop, values.links ?? false, paint),
    json: () => `${JSON.stringify({ version: 1, ...workshop }, null, 2)}\n`,
    github: () =>
      findingsOf(workshop)
        .map((each) => `${githubLine(each, prefix)}\n`)
        .join(""),
  };
  deliver(faces, output);
  const all = findingsOf(workshop);
  const errors = all.filter(({ severity }) => severity === "error").length;
  return errors > 0 || (values.warnings && all.length > 0) ? 1 : 0;
}

function findingsOf({ findings, lessons }: Pick<LintedWorkshop, "findings" | "lessons">): readonly Finding[] {
  return [...findings, ...lessons.flatMap((lesson) => lesson.findings)];
}

function workshopText(workshop: LintedWorkshop, areLinksAsked: boolean, paint: Paint): string {
  const { title, findings, lessons } = workshop;
  const all = findingsOf(workshop);
  const errors = all.filter(({ severity }) => severity === "error").length;
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  const elsewhere = lessons.reduce((sum, lesson) => sum + lesson.links.length, 0);
  const lines = [
    harmlessLine(title),
    ...findings.map((each) => findingLine(each, paint)),
    ...lessons.flatMap((lesson) => [
      "",
      harmlessLine(
        `${lesson.id}: ${lesson.title}, ${plural(lesson.checks, "check")}, about ${plural(lesson.minutes, "minute")}`,
      ),
      ...lesson.findings.map((each) => findingLine(each, paint)),
    ]),
    "",
    `${plural(lessons.length, "lesson")}, about ${plural(minutes, "minute")}: ${plural(errors, "error")}, ${plural(all.length - errors, "warning")}`,
    ...(elsewhere > 0 && !areLinksAsked
      ? [`${plural(elsewhere, "link")} to other sites ${elsewhere === 1 ? "was" : "were"} not asked: --links asks them`]
      : []),
  ];
  return `${lines.join("\n")}\n`;
}

/** Adds a finding for each link that is dead or unclear. */
async function withLinks(lessons: readonly LintedLesson[]): Promise<readonly LintedLesson[]> {
  const { askLinks } = await import("./ask-links.ts");
  const states = await askLinks(lessons.flatMap(({ links }) => links.map(({ target }) => target)));
  return lessons.map((lesson) => {
    const found = lesson.links.flatMap(({ target, line }): readonly Finding[] => {
      const state = states.get(target);
      if (!state || state.kind === "alive") return [];
      const file = `lessons/${lesson.id}/lesson.md`;
      if (state.kind === "dead")
        return [{ severity: "error", file, line, message: `The link to ${target} leads nowhere: ${state.reason}` }];
      const message = `Whether the link to ${target} leads anywhere cannot be told: ${state.reason}`;
      return [{ severity: "warning", file, line, message }];
    });
    return { ...lesson, findings: [...lesson.findings, ...found] };
  });
}

/** Most characters of a message, which can contain the workshop's own words. */
const longestMessage = 1000;

function findingLine({ severity, file, line, message }: Finding, paint: Paint): string {
  const told = harmlessLine(`${file}:${line} ${message.slice(0, longestMessage)}`);
  return `  ${paint(severity === "error" ? "red" : "yellow", severity)} ${told}`;
}

function githubLine({ severity, file, line, message }: Finding, prefix: string): string {
  const place = { file: prefix + file, line, title: "Workshop" };
  return annotation(severity, place, message.slice(0, longestMessage));
}

export const lintWorkshopVerb: Verb = { usage, run };
