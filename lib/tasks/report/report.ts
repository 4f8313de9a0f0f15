/**
 * What is worth knowing of a folder or a repository before its skills are installed, without a browser.
 * `npm run report -- <folder or address> [options]`; `--help` tells them.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { isWay, type Way, ways } from "#lib/report/compare/headline.ts";
import { diffReports, diffText } from "#lib/report/diff.ts";
import { reportMarkdown } from "#lib/report/faces/markdown.ts";
import { reportSarif } from "#lib/report/faces/sarif.ts";
import { knownReasons, reasonsToFail } from "#lib/report/fail-on.ts";
import { type Report, readReport, writeReport } from "#lib/report/shape.ts";
import { complain, runCommand, tellJson, tellText, UsageError } from "../command.ts";
import { sourceAddress } from "../source-address.ts";
import { reportOnAddress, reportOnFolder } from "./open-source.ts";
import { reportText } from "./report-text.ts";

const usage = `npm run report -- <folder or address> [options]

  --json, --markdown, --sarif   in place of a summary
  --way <way>                   how skills are counted: as-installed (each is put where a harness takes installs; unless
                                said), or as-it-lies (the folder is the project)
  --out <file>                  there, and not to the console
  --fail-on <reasons>           ends with 1 where one of these is found, separated by commas: levels (alarm, look),
                                rules of trust (secret, download-and-run, …), what a harness makes of a skill
                                (rejected, shadowed, …), the latter of one harness alone as rejected:claude-code
  --against <report.json>       tells what has changed since that report

Ends with 0, with 1 where --fail-on says so, with 2 where no report can be made.`;

/** @returns the exit code */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: "boolean", default: false },
      markdown: { type: "boolean", default: false },
      sarif: { type: "boolean", default: false },
      way: { type: "string", default: "as-installed" },
      out: { type: "string" },
      "fail-on": { type: "string" },
      against: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  const [what] = positionals;
  if (values.help || what === undefined) {
    console.log(usage);
    return values.help ? 0 : 2;
  }
  const reasons = (values["fail-on"] ?? "")
    .split(",")
    .map((reason) => reason.trim())
    .filter(Boolean);
  const unknown = reasons.filter((reason) => !knownReasons.has(reason.replace(/:.*$/, "")));
  if (unknown.length > 0)
    throw new UsageError(`--fail-on knows no ${unknown.join(", ")}. It knows: ${[...knownReasons].join(", ")}.`);
  const before = values.against === undefined ? undefined : reportIn(values.against);
  if (!isWay(values.way))
    throw new UsageError(`--way knows no ${values.way}. It knows: ${Object.keys(ways).join(", ")}.`);
  const report = await reportOn(what, values.way);
  const written = write(report, values);
  if (values.out !== undefined) writeFileSync(values.out, written);
  else if (values.json || values.sarif) tellJson(written);
  else tellText(written);
  if (before) complain(`Since ${values.against}: ${diffText(diffReports(before, report))}.`);
  const failed = reasonsToFail(report, reasons);
  for (const sentence of failed) complain(sentence);
  return failed.length > 0 ? 1 : 0;
}

function reportOn(what: string, way: Way): Promise<Report> {
  const found = statSync(what, { throwIfNoEntry: false });
  if (found?.isFile()) throw new UsageError(`${what} is a file: name a folder, or an address.`);
  return found ? reportOnFolder(what, { name: basename(resolve(what)), way }) : reportOnAddress(what, way);
}

function reportIn(file: string): Report {
  const report = readReport(readFileSync(file, "utf8"));
  if (!report) throw new UsageError(`${file} is no report of this version.`);
  return report;
}

function write(
  report: Report,
  { json, markdown, sarif }: { json: boolean; markdown: boolean; sarif: boolean },
): string {
  if (Number(json) + Number(markdown) + Number(sarif) > 1)
    throw new UsageError("One of --json, --markdown and --sarif.");
  if (json) return writeReport(report);
  if (sarif) return reportSarif(report, sourceAddress());
  return markdown ? reportMarkdown(report) : reportText(report);
}

await runCommand(main);
