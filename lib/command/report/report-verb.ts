import { readFileSync, statSync } from "node:fs";
import { basename, resolve } from "node:path";
import { plural } from "#lib/format-count.ts";
import { isWay, type Way, ways } from "#lib/report/compare/headline.ts";
import { diffReports, diffText } from "#lib/report/diff.ts";
import { reportGithub } from "#lib/report/faces/github.ts";
import { reportMarkdown } from "#lib/report/faces/markdown.ts";
import { reportSarif } from "#lib/report/faces/sarif.ts";
import { knownReasons, reasonsToFail } from "#lib/report/fail-on.ts";
import { type Report, readReport, writeReport } from "#lib/report/shape.ts";
import type { Files } from "#lib/vfs/files.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import { noConfig, readConfig } from "../config.ts";
import { UsageError } from "../console.ts";
import { changedFiles } from "../git/changed-files.ts";
import { commitOf } from "../git/git-program.ts";
import { repositoryPrefix } from "../git/repository-prefix.ts";
import {
  deliver,
  type Faces,
  formats,
  type Output,
  outputOptions,
  outputUsage,
  readOutput,
  remark,
} from "../output.ts";
import { informationUri, ownVersion } from "../own-files.ts";
import { openProgress } from "../progress.ts";
import { countOf, readArguments, type Verb } from "../verb.ts";
import { reportOnAddress, reportOnFolder } from "./open-source.ts";
import { columnsSince } from "./recalled-columns.ts";
import { reportText } from "./report-text.ts";

const usage = `skillground report [folder or address] [options]
skillground report --list <file> --out <folder> [options]

Reports what harnesses make of a folder's skills, what the skills need, and what to read before
installing them. Without a folder: the current one.

  --fail-on <reasons>         exit with 1 if one of these is found; comma-separated: levels (alarm, look),
                              trust rules (secret, download-and-run, …), what a harness makes of a skill
                              (rejected, shadowed, …), or that of one harness (rejected:claude-code)
  --way <way>                 count skills as-installed (default: each put where a harness takes installs)
                              or as-it-lies (the folder is the project)
  --config <file>             harnesses, ignore and rules, in the form of skillground.yaml. The folder's own
                              is not read: its author would decide what is reported about them
  --against <report.json>     show what changed since that report
  --changed [--since <ref>]   only skills and files that changed since a commit (default: HEAD)
  --no-cache                  with --changed: use nothing that a check has kept in your cache folder
  --list <file>               report on every repository in a file, one address per line. Writes
                              results.jsonl and a summary (JSON, Markdown, HTML) into --out, and skips
                              those that have a result. With REDIS_URL, workers do it: skillground worker
  --parallel, --per-host <n>  with --list: repositories at once, in all and per host (default: 4 and 2)
  --pause <milliseconds>      with --list: pause between repositories of one host (default: 250)
  --retry                     with --list: try those again that failed before
${outputUsage(formats)}
  --json, --markdown, --sarif  short for --format; --out <file> writes there instead of the console

Exit codes: 0 passed, 1 --fail-on found something, 2 no report could be made.

Examples:
  skillground report skills --fail-on alarm,rejected:claude-code
  skillground report anthropics/skills --format markdown --output report.json`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    "fail-on": { type: "string" },
    way: { type: "string", default: "as-installed" },
    config: { type: "string" },
    against: { type: "string" },
    changed: { type: "boolean" },
    since: { type: "string" },
    list: { type: "string" },
    parallel: { type: "string", default: "4" },
    "per-host": { type: "string", default: "2" },
    pause: { type: "string", default: "250" },
    retry: { type: "boolean", default: false },
    cache: { type: "boolean", default: true },
  });
  if (values.list !== undefined) return reportMany({ ...values, list: values.list });
  const output = readOutput(values, formats);
  const way = readWay(values.way);
  const reasons = readReasons(values["fail-on"] ?? "");
  const before = values.against === undefined ? undefined : reportIn(values.against);
  const config = values.config === undefined ? noConfig : await readConfig(".", values.config);
  const [what = "."] = positionals;
  const isFolder = isFolderHere(what);
  const ref = values.since ?? "HEAD";
  const since = values.changed || values.since !== undefined ? await changedSince(what, isFolder, ref) : undefined;
  if (since) remark(output, `${plural(since.changed.length, "file")} changed since ${ref}.`);
  const recall =
    since && values.cache
      ? (snapshot: Snapshot) => columnsSince({ folder: what, snapshot, ...since }, config)
      : undefined;
  const { report, files } = await withProgress(output, (onProgress) =>
    isFolder
      ? reportOnFolder(what, basename(resolve(what)), { way, config, changed: since?.changed, recall, onProgress })
      : reportOnAddress(what, { way, config, onProgress }),
  );
  const prefix = isFolder ? repositoryPrefix(what) : "";
  deliver(reportFaces(report, { prefix, version: await ownVersion(), files }), output);
  if (before) remark(output, `Since ${values.against}: ${diffText(diffReports(before, report))}.`);
  const failed = reasonsToFail(report, reasons);
  for (const sentence of failed) remark({ quiet: false }, sentence);
  return failed.length > 0 ? 1 : 0;
}

async function changedSince(what: string, isFolder: boolean, ref: string) {
  if (!isFolder) throw new UsageError(`--changed asks git about a folder, and ${what} is none here.`);
  const commit = await commitOf(what, ref);
  return { commit, changed: await changedFiles(what, commit) };
}

type ListValues = Parameters<typeof readOutput>[0] &
  Readonly<Record<"list" | "way" | "parallel" | "per-host" | "pause", string>> & {
    readonly retry: boolean;
    readonly config?: string | undefined;
  };

async function reportMany({ out, list, way, config, retry, ...values }: ListValues): Promise<number> {
  if (out === undefined) throw new UsageError("Name the folder for the results with --out.");
  const pause = Number(values.pause);
  if (!(pause >= 0 && pause <= 3_600_000))
    throw new UsageError(`--pause is a number of milliseconds, not ${values.pause}.`);
  const { reportOnList } = await import("./many/report-list.ts");
  return reportOnList({
    list,
    out,
    way: readWay(way),
    config: config === undefined ? noConfig : await readConfig(".", config),
    retries: retry,
    parallel: countOf("parallel", values.parallel),
    perHost: countOf("per-host", values["per-host"]),
    pause,
    redis: process.env.REDIS_URL || undefined,
    output: readOutput(values, ["text", "json", "markdown"]),
  });
}

/** @throws UsageError for an unknown way */
function readWay(way: string): Way {
  if (!isWay(way)) throw new UsageError(`--way knows no ${way}. It knows: ${Object.keys(ways).join(", ")}.`);
  return way;
}

/** @throws UsageError for an unknown reason */
function readReasons(list: string): readonly string[] {
  const reasons = list
    .split(",")
    .map((reason) => reason.trim())
    .filter(Boolean);
  const unknown = reasons.filter((reason) => !knownReasons.has(reason.replace(/:.*$/, "")));
  if (unknown.length > 0)
    throw new UsageError(`--fail-on knows no ${unknown.join(", ")}. It knows: ${[...knownReasons].join(", ")}.`);
  return reasons;
}

/** Whether `what` is a folder of the disk. @throws UsageError if it is a file */
function isFolderHere(what: string): boolean {
  const found = statSync(what, { throwIfNoEntry: false });
  if (found && !found.isDirectory()) throw new UsageError(`${what} is a file: name a folder, or an address.`);
  // Text written like a path is a path, and not a short form of an address.
  if (!found && /^(?:\.{0,2}\/|[a-z]:\\|\.{1,2}$)/i.test(what)) throw new UsageError(`${what} is not there.`);
  return found !== undefined;
}

/** Shows the progress while `work` runs. */
async function withProgress<Result>(output: Output, work: (onProgress: (text: string) => void) => Promise<Result>) {
  const progress = openProgress(output.quiet);
  try {
    return await work(progress.show);
  } finally {
    progress.end();
  }
}

interface ReportedFrom {
  /** Folder of the repository that the report's paths are relative to; empty for its root. */
  readonly prefix: string;
  /** Version of this software. */
  readonly version: string;
  readonly files: Files;
}

function reportFaces(report: Report, { prefix, version, files }: ReportedFrom): Faces {
  return {
    text: (paint) => reportText(report, paint),
    json: () => writeReport(report),
    markdown: () => reportMarkdown(report),
    sarif: () => reportSarif(report, { informationUri: informationUri(), prefix, version, files }),
    github: () => reportGithub(report, prefix),
  };
}

function reportIn(file: string): Report {
  const report = readReport(readFileSync(file, "utf8"));
  if (!report) throw new UsageError(`${file} is no report of this version.`);
  return report;
}

export const reportVerb: Verb = { usage, run };
