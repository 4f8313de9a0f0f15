import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overlapsOf } from "#lib/evals/overlap.ts";
import { makePackage, sizeLines } from "../package/package.ts";
import { type Figure, formatFigure } from "./figures.ts";

const rounds = 3;
const place = mkdtempSync(join(tmpdir(), "skillground-bench-"));
const command = join(place, "app/node_modules/skillground/dist/skillground.js");
/** Where the command keeps what it found. */
const cache = join(place, "cache");
process.env.XDG_CACHE_HOME = cache;

try {
  await measureCommand(process.argv[3]);
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function measureCommand(repository: string | undefined): Promise<void> {
  const { tarball, sizes } = await makePackage(place);
  for (const line of sizeLines(sizes)) console.log(line);
  tell("installed without a network", 5000, [install(tarball)]);
  const skill = join(place, "one");
  mkdirSync(skill);
  writeFileSync(join(skill, "SKILL.md"), "---\nname: one\ndescription: Fills in forms.\n---\n\nDo it.\n");
  tell(
    "check of one skill, from the start of the process",
    400,
    timesFrom(undefined, () => run(skill, "check", "--fail-on", "never")),
  );
  const told = Array.from({ length: 605 }, (_, at) => ({
    name: `skill-${at}`,
    description: `Does number ${at} of ${at % 40} things with forms, tables and reports. Use when ${at % 7} of them are wanted.`,
  }));
  tell(
    "overlap of 605 skills with each other, eight times",
    2000,
    times(() => {
      for (let harness = 0; harness < 8; harness++) overlapsOf(told);
    }),
  );
  if (repository !== undefined) measureRepository(repository);
}

/**
 * `check` of everything and of one changed skill, beside a clone of the repository from the disk: with nothing kept of an earlier check,
 * after a check of the last commit, and again.
 */
function measureRepository(repository: string): void {
  const clones = times((round) =>
    execFileSync("git", ["clone", "-q", "--no-hardlinks", repository, join(place, `clone-${round}`)]),
  );
  const clone = join(place, "clone-0");
  const reference = { name: "git clone from the disk", samples: clones };
  const afterCommit = join(place, "cache-of-commit");
  const tellCheck = (name: string, starts: Readonly<Record<string, string | undefined>>) => {
    for (const [start, from] of Object.entries(starts)) {
      const samples = timesFrom(from, () => run(clone, "check", "--fail-on", "never"));
      console.log(formatFigure({ name: `${name}, ${start}`, unit: "ms", samples, reference }));
    }
    const again = times(() => run(clone, "check", "--fail-on", "never"));
    console.log(formatFigure({ name: `${name}, again`, unit: "ms", samples: again, reference }));
    startFrom(undefined);
    console.log(`  its most memory, nothing kept: ${Math.round(peakOf(clone) / 1024)} MB of 300`);
  };
  tellCheck("check of the repository, its last commit included", { "nothing kept": undefined });
  cpSync(cache, afterCommit, { recursive: true });
  const starts = { "nothing kept": undefined, "after a check of the commit": afterCommit };
  const [path = ""] = execFileSync("git", ["ls-files", "*SKILL.md"], { cwd: clone, encoding: "utf8" }).split("\n");
  const text = readFileSync(join(clone, path), "utf8");
  writeFileSync(join(clone, path), text.replace(/^description: *["'>|]?/m, "$&Also "));
  tellCheck("the same with one description changed", starts);
  writeFileSync(join(clone, path), `${text}\nMore.\n`);
  tellCheck("the same with one skill's instructions changed", starts);
  for (const [start, from] of Object.entries(starts)) {
    const samples = timesFrom(from, () => run(clone, "report", "--changed"));
    tell(`report on one changed skill, ${start}`, 1000, samples);
  }
}

/** As `times`, each round with this copy of the cache; absent: with none. */
function timesFrom(from: string | undefined, work: () => unknown): readonly number[] {
  return Array.from({ length: rounds }, () => {
    startFrom(from);
    const start = performance.now();
    work();
    return performance.now() - start;
  });
}

function startFrom(from: string | undefined): void {
  rmSync(cache, { recursive: true, force: true });
  if (from !== undefined) cpSync(from, cache, { recursive: true });
}

function install(tarball: string): number {
  mkdirSync(join(place, "app"));
  writeFileSync(join(place, "app/package.json"), '{ "private": true }\n');
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=peer", tarball];
  const start = performance.now();
  execFileSync("npm", args, { cwd: join(place, "app"), stdio: "ignore" });
  return performance.now() - start;
}

function run(folder: string, verb: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, [command, verb, folder, "--format", "json", ...args], {
    maxBuffer: 512 * 1024 * 1024,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${verb} ended with ${status}: ${stderr}`);
}

/**
 * Peak memory of a check, in kilobytes. On Linux as the kernel counts it for the program alone: the resource usage of a process begins with
 * that of the process that started it, which here has bundled the command.
 */
function peakOf(folder: string): number {
  const script = `process.argv.splice(1, process.argv.length, "node", "check", ${JSON.stringify(folder)}, "--fail-on", "never", "--format", "json");
    const { existsSync, readFileSync } = await import("node:fs");
    const status = "/proc/self/status";
    const peak = () => existsSync(status) ? /VmHWM:\\s*(\\d+)/.exec(readFileSync(status, "utf8"))[1] : process.resourceUsage().maxRSS;
    process.on("exit", () => process.stderr.write("peak " + peak()));
    await import(${JSON.stringify(command)});`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    maxBuffer: 512 * 1024 * 1024,
    encoding: "utf8",
  });
  return Number(/peak (\d+)/.exec(stderr)?.[1]);
}

function times(work: (round: number) => unknown): readonly number[] {
  return Array.from({ length: rounds }, (_, round) => {
    const start = performance.now();
    work(round);
    return performance.now() - start;
  });
}

function tell(name: string, budget: number, samples: readonly number[]): void {
  const figure: Figure = { name, unit: "ms", samples, reference: { name: "budget", samples: [budget] } };
  console.log(formatFigure(figure));
}
