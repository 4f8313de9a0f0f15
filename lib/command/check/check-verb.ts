import { writeFileSync } from "node:fs";
import { plural } from "#lib/format-count.ts";
import type { SarifOptions } from "#lib/report/faces/sarif-log.ts";
import { configFile, readConfig } from "../config.ts";
import { UsageError } from "../console.ts";
import { repositoryPrefix } from "../git/repository-prefix.ts";
import { deliver, type Faces, formats, outputOptions, outputUsage, readOutput, remark } from "../output.ts";
import { informationUri, ownVersion } from "../own-files.ts";
import { readFolder } from "../read-folder.ts";
import { readArguments, type Verb } from "../verb.ts";
import { acceptedBy, type Baseline, baselineOf, noBaseline, staleSentence } from "./baseline.ts";
import { checkMarkdown, checkText, githubLines, gravity } from "./check-result.ts";
import { checkSarif } from "./check-sarif.ts";
import type { CheckResult } from "./check-shape.ts";
import { type CheckFinding, newFindings, toldFindings } from "./findings.ts";
import { type LookedAt, look } from "./look.ts";

const failLevels = ["error", "warning", "note", "never"] as const;

const usage = `skillground check [folder] [options]

Checks what a change does to a folder of skills, without a model or a network: report findings, what
each harness leaves out or cuts, skills that compete, and the skills' own eval cases (by words alone: a
lexical preview). Fails on what got worse. Without a folder: the current one.

  --since <ref>               compare with this commit (default: HEAD, in a git repository)
  --all                       fail on existing problems too, and check unchanged files: for code scanning,
                              which takes what is missing from a SARIF file as fixed
  --fail-on <level>           error, warning (default), note or never
  --config <file>             settings to use instead of the folder's ${configFile}
  --baseline <file>           accept the findings in this file, alarms included
  --write-baseline <file>     write all current findings to such a file
  --fix [--yes]               apply the lab's quick fixes to what harnesses reject or warn about: shows a
                              diff and asks. Without a terminal it needs --yes, and exits with 1 otherwise
  --no-cache                  neither use nor keep results in your cache folder: the same is told, later
${outputUsage(formats)}

To accept a finding (not an alarm), put a comment on the line before it; the date is optional:
  <!-- skillground-ignore-next-line <rule> until=2027-01-31: <reason> -->   (or after # or //)

Exit codes: 0 passed, 1 something got worse, 2 nothing could be checked.

Examples:
  skillground check skills --since origin/main
  skillground check --all --fail-on error --format github --output check.json`;

async function run(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    since: { type: "string" },
    all: { type: "boolean" },
    "fail-on": { type: "string", default: "warning" },
    config: { type: "string" },
    baseline: { type: "string" },
    "write-baseline": { type: "string" },
    fix: { type: "boolean" },
    yes: { type: "boolean" },
    cache: { type: "boolean", default: true },
  });
  const output = readOutput(values, formats);
  const failOn = failLevels.find((level) => level === values["fail-on"]);
  if (!failOn) throw new UsageError(`--fail-on is one of ${failLevels.join(", ")}.`);
  const [folder = "."] = positionals;
  const config = await readConfig(folder, values.config);
  const baseline = await baselineIn(values.baseline);
  if (values.yes && !values.fix) throw new UsageError("--yes is an answer to --fix.");
  const prefix = repositoryPrefix(folder);
  if (values.fix) {
    const { fixFolder } = await import("./fix/fix-folder.ts");
    const options = { config, isAgreed: values.yes ?? false, prefix, output };
    if (!(await fixFolder(folder, readFolder(folder).snapshot, options))) return 1;
  }
  const looksAtAll = values.all === true || values["write-baseline"] !== undefined;
  const looked = await look(folder, { config, since: values.since, looksAtAll, usesCache: values.cache, output });
  const { now, isWhole } = looked;
  const { accepted, stale } = acceptedBy(baseline, now.findings);
  const result = resultOf(looked, accepted);
  deliver(facesOf(result, { prefix, version: await ownVersion(), files: looked.files }), output);
  // Unchanged files were not checked, so it is unknown which of their accepted findings are gone.
  if (stale > 0 && isWhole) remark(output, staleSentence(stale));
  if (values["write-baseline"] !== undefined) {
    writeFileSync(values["write-baseline"], `${JSON.stringify(baselineOf(now.findings), null, 2)}\n`);
    const written = result.findings.filter(({ level }) => level !== "note").length;
    remark(output, `The baseline accepts ${plural(written, "finding")}.`);
    return 0;
  }
  const counted = result.findings.filter(({ isNew, isAccepted }) => !isAccepted && (isNew || values.all));
  const failing = counted.filter(({ level }) => gravity[level] >= gravity[failOn]);
  if (failing.length > 0) remark({ quiet: false }, `Failed on ${plural(failing.length, "finding")}.`);
  return failing.length > 0 ? 1 : 0;
}

async function baselineIn(file: string | undefined): Promise<Baseline> {
  return file === undefined ? noBaseline : (await import("./read-baseline.ts")).readBaseline(file);
}

function resultOf({ now, before, since }: LookedAt, accepted: ReadonlySet<CheckFinding>): CheckResult {
  const fresh = newFindings(now.findings, before ?? []);
  const kinds = Map.groupBy(now.findings, (each) => {
    if (accepted.has(each)) return "accepted";
    return fresh.has(each) ? "new" : "known";
  });
  const findings = [...kinds].flatMap(([kind, all]) => {
    const mark = { isNew: kind === "new", ...(kind === "accepted" && { isAccepted: true as const }) };
    return toldFindings(all).map((told) => ({ ...told, ...mark }));
  });
  return {
    version: 1,
    label: now.label,
    ...(since !== undefined && { since }),
    skills: now.skills,
    findings: findings.toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || gravity[b.level] - gravity[a.level]),
    gone: before ? toldFindings([...newFindings(before, now.findings)]).length : 0,
    previews: now.previews.map(({ missed: _, ...preview }) => preview),
  };
}

function facesOf(result: CheckResult, options: SarifOptions & { readonly prefix: string }): Faces {
  return {
    text: (paint) => checkText(result, paint),
    json: () => `${JSON.stringify(result, null, 2)}\n`,
    markdown: () => checkMarkdown(result),
    sarif: () => checkSarif(result, { ...options, informationUri: informationUri() }),
    github: () => githubLines(result, options.prefix),
  };
}

export const checkVerb: Verb = { usage, run };
