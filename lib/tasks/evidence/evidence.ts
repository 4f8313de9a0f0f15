/**
 * Reports what of the profiles is out of date: claims older than 90 days, and versions behind the newest release. With `--prove` it finds
 * which answers of the support table a released program has proven, and stores them for the pages. `npm run evidence -- [options]`; see
 * `--help`.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { harmlessText, runCommand } from "#lib/command/console.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { features } from "#lib/harness/reference/reference.ts";
import { programs } from "#lib/tasks/verify/programs.ts";
import { freshDays, freshnessOf, freshnessText, isOutOfDate } from "./freshness.ts";
import { askedReleases, type Releases, releasesIn } from "./newest-releases.ts";
import { findProofs } from "./proofs.ts";

const usage = `npm run evidence -- [options]

Lists for each harness the version it was held against, whether a newer one is out, and its claims older than ${freshDays} days.

  --prove           find what proves each answer of the support table, and keep it (minutes)
  --newest <file>   newest releases as JSON {"package": "1.2.3"}, instead of asking npm's registry

Exit codes: 0 nothing is old, 1 something is.`;

/** @returns the exit code */
function main(): number {
  const { values } = parseArgs({
    options: {
      newest: { type: "string" },
      prove: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  if (values.prove) return prove();
  const today = new Date();
  const releases = values.newest === undefined ? releasesNow() : releasesIn(values.newest);
  const all = profiles.map((profile) => freshnessOf(profile, today, releases[packageOf(profile.id) ?? ""]));
  process.stdout.write(harmlessText(all.flatMap((each) => freshnessText(each, today)).join("\n")));
  const old = all.filter((each) => isOutOfDate(each, today)).length;
  console.log(`${old} of ${all.length} harnesses have something to look at again`);
  return old > 0 ? 1 : 0;
}

function prove(): number {
  const found = findProofs();
  writeFileSync(new URL("../../harness/reference/proofs.json", import.meta.url), `${JSON.stringify(found, null, 2)}\n`);
  for (const [harness, cells] of Object.entries(Object.groupBy(found.cells, (cell) => cell.harness)))
    console.log(`${harness}: ${cells?.length} of ${features.length} answers are proven`);
  return 0;
}

function packageOf(id: string): string | undefined {
  return programs.find((program) => program.id === id)?.package;
}

function releasesNow(): Releases {
  const { releases, problem } = askedReleases(programs.map((program) => program.package));
  if (problem !== undefined)
    console.log(
      harmlessText(`npm's registry cannot be asked here (${problem}), so versions are not compared.`).trimEnd(),
    );
  return releases;
}

await runCommand(main);
