/**
 * Tries every lesson of a workshop in a folder, without a browser: `npm run lint-workshop -- <folder>`. Ends with 1 where a
 * learner could not pass.
 */
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sourceLabel } from "#lib/vfs/source.ts";
import { type Finding, type LintedLesson, lintWorkshop } from "#lib/workspace/lesson/lint-workshop.ts";
import { runCommand, tell, UsageError } from "../command.ts";
import { readFolder } from "../read-folder.ts";
import { serveSamples } from "../serve-samples.ts";
import { askLinks } from "./ask-links.ts";

const usage = `npm run lint-workshop -- <folder with workshop.yaml and lessons/> [options]

  --source <folder>   stands for the repository that lessons name as their source
  --links             asks the sites that the lessons link to whether they are there: https alone, no private address
  --warnings          ends with 1 for warnings, too

Ends with 0, with 1 where a learner could not pass, with 2 where there is nothing to try.`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      source: { type: "string" },
      links: { type: "boolean", default: false },
      warnings: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const [folder] = positionals;
  if (values.help || folder === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  serveSamples();
  const {
    title,
    findings,
    lessons: linted,
  } = await lintWorkshop(readFolder(folder).snapshot, basename(resolve(folder)), {
    signal: new AbortController().signal,
    fetchOther: async (source) => {
      if (values.source !== undefined) return readFolder(values.source).snapshot;
      throw new UsageError(`A lesson is about ${sourceLabel(source)}: name a folder with its files by --source.`);
    },
  });
  const lessons = values.links ? await withLinks(linted) : linted;
  tell(title);
  for (const finding of findings) print(finding);
  for (const lesson of lessons) {
    console.log();
    tell(`${lesson.id}: ${lesson.title}, ${lesson.checks} checks, about ${lesson.minutes} minutes`);
    for (const finding of lesson.findings) print(finding);
  }
  const all = [...findings, ...lessons.flatMap((lesson) => lesson.findings)];
  const errors = all.filter(({ severity }) => severity === "error").length;
  const minutes = lessons.reduce((sum, lesson) => sum + lesson.minutes, 0);
  console.log(
    `\n${lessons.length} lessons, about ${minutes} minutes: ${errors} errors, ${all.length - errors} warnings`,
  );
  const elsewhere = lessons.reduce((sum, lesson) => sum + lesson.links.length, 0);
  if (elsewhere > 0 && !values.links)
    console.log(`${elsewhere} links to other sites were not asked: --links asks them`);
  return errors > 0 || (values.warnings && all.length > 0) ? 1 : 0;
}

/** With a finding for each link that leads nowhere, or of which nothing can be told. */
async function withLinks(lessons: readonly LintedLesson[]): Promise<readonly LintedLesson[]> {
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

/** Characters of what is said: a workshop's own words stand in it. */
const longestMessage = 1000;

function print({ severity, file, line, message }: Finding): void {
  tell(`  ${severity} ${file}:${line} ${message.slice(0, longestMessage)}`);
}

await runCommand(main);
