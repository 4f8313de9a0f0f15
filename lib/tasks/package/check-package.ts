/**
 * Checks the package: builds it, runs publint and arethetypeswrong, installs the tarball without a network into an empty folder outside of
 * the project, and runs every verb (on the oldest Node too) and every documented example there. Ends with `N passed, N failed`.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { verbs } from "#lib/command/verbs.ts";
import { projectFolder } from "../install.mjs";
import { libraryExamples } from "./examples.ts";
import { oldestMajor, oldestNode } from "./oldest-node.ts";
import { makePackage, sizeBudgets, sizeLines } from "./package.ts";
import { keptReference, libraryReference } from "./reference.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A run of the installed command, and its expected end. */
interface VerbRun {
  readonly args: readonly string[];
  readonly code: number;
  /** The schema of its output. */
  readonly schema?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Expected text on stderr. */
  readonly says?: string;
}

const runs: readonly VerbRun[] = [
  { args: ["report", "skills", "--format", "json", "--fail-on", "rejected"], code: 0, schema: "report" },
  { args: ["report", "skills", "--format", "sarif", "--fail-on", "no-licence"], code: 1 },
  { args: ["check", "skills", "--format", "json", "--fail-on", "error"], code: 0, schema: "check" },
  { args: ["check", "skills", "--format", "sarif", "--fail-on", "error"], code: 0 },
  { args: ["check", "skills", "--fix", "--yes", "--fail-on", "error"], code: 0 },
  {
    args: ["explain", "skills/code-review", "--format", "json", "--harness", "claude-code"],
    code: 0,
    schema: "explain",
  },
  { args: ["compare", "skills", "--format", "json"], code: 0, schema: "compare" },
  { args: ["evals", "skills", "--format", "json", "--need", "0.1"], code: 0, schema: "evals" },
  {
    args: [
      "evals",
      "benchmark",
      "skills",
      "--skill",
      "code-review",
      "--set",
      "requests.txt",
      "--runs",
      "1",
      "--out",
      "out",
      "--format",
      "json",
    ],
    code: 0,
    schema: "benchmark",
  },
  { args: ["evals", "convert", "requests.txt", "--to", "waza"], code: 0 },
  { args: ["evals", "convert", "--help"], code: 0 },
  { args: ["lock", "skills", "--format", "json"], code: 0, schema: "lock" },
  { args: ["conformance", "--format", "json"], code: 0, schema: "conformance" },
  { args: ["lint-workshop", "workshop", "--format", "json"], code: 0, schema: "lint-workshop" },
  ...Object.keys(verbs).map((verb) => ({ args: [verb, "--help"], code: 0 })),
  // Its stdin is closed at once, as when a client disconnects.
  { args: ["mcp", "skills"], code: 0 },
  { args: ["report", "gone/"], code: 2 },
  { args: ["report", "--list", "requests.txt", "--out", "judged"], code: 2 },
  { args: ["worker"], code: 2, says: "A worker needs REDIS_URL" },
  // The package it needs is not installed here.
  ...[["worker"], ["report", "--list", "list.txt", "--out", "judged"]].map((args) => ({
    args,
    code: 2,
    environment: { REDIS_URL: "redis://127.0.0.1:1" },
    says: "npm install bullmq ioredis",
  })),
  { args: ["mcp", "gone/"], code: 2 },
  // Reports where the lab is, which is not part of the package.
  { args: ["serve", "skills"], code: 2 },
  { args: ["comment", "gone.json", "--head", "0".repeat(40)], code: 2 },
];

const place = mkdtempSync(join(tmpdir(), "skillground-package-"));
let passed = 0;
let failed = 0;

function tell(what: string, problems: readonly string[]): void {
  if (problems.length === 0) passed++;
  else failed++;
  console.log(`${problems.length === 0 ? "✓" : "✗"} ${[what, ...problems].join("\n    ")}`);
}

try {
  await checkPackage();
} finally {
  rmSync(place, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function checkPackage(): Promise<void> {
  mkdirSync(join(place, "app"));
  const { tarball, folder, sizes } = await makePackage(place);
  const isLarge = (["command", "engine"] as const).filter((part) => sizes[part] > sizeBudgets[part] * 1000);
  tell(
    sizeLines(sizes).join("; "),
    isLarge.map((part) => `the ${part} is larger than it may be`),
  );
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
  tell(
    "publint --strict",
    messages.map((message) => formatMessage(message, pkg) ?? message.code),
  );
  const attw = createRequire(import.meta.url).resolve("@arethetypeswrong/cli/package.json");
  const types = await run(process.execPath, [join(attw, "../dist/index.js"), tarball, "--profile", "esm-only"]);
  const isTold = isDeepStrictEqual(await libraryReference(), keptReference());
  tell("the reference says what the docstrings say", isTold ? [] : ["npm run reference makes it anew"]);
  tell("attw --profile esm-only", types.code === 0 ? [] : [types.stdout + types.stderr]);
  const installed = await install(tarball);
  tell("installs without a network", installed);
  if (installed.length > 0) return;
  cpSync(join(projectFolder, "public/samples/bundled"), join(place, "app/skills"), { recursive: true });
  cpSync(join(projectFolder, "public/samples/workshop-template"), join(place, "app/workshop"), { recursive: true });
  writeFileSync(join(place, "app/list.txt"), "acme/skills\n");
  writeFileSync(join(place, "app/requests.txt"), "Review my change -> code-review\n");
  await Promise.all(runs.map((each) => tellRun(each, { program: process.execPath })));
  await tellOldest();
  await tellExamples();
}

/** Runs every verb again on the oldest supported Node. */
async function tellOldest(): Promise<void> {
  const program = await oldestNode();
  if (program === undefined) {
    console.log(`Node ${oldestMajor} cannot be had here (npm install node@${oldestMajor}): its runs are left out.`);
    return;
  }
  // Output of an earlier run would make this one fail.
  for (const written of ["out", "judged"]) rmSync(join(place, "app", written), { recursive: true, force: true });
  const others = runs.filter(({ args }) => !args.includes("--help"));
  await Promise.all(others.map((each) => tellRun(each, { program, name: ` on Node ${oldestMajor}` })));
}

async function install(tarball: string): Promise<readonly string[]> {
  writeFileSync(join(place, "app/package.json"), '{ "private": true, "type": "module" }\n');
  const args = ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=peer", tarball];
  const { code, stderr } = await run("npm", args, { npm_config_cache: join(place, "cache") });
  return code === 0 ? [] : [stderr];
}

interface RunBy {
  readonly program: string;
  readonly name?: string;
}

async function tellRun(
  { args, code, schema, environment = {}, says = "" }: VerbRun,
  { program, name = "" }: RunBy,
): Promise<void> {
  const ended = await run(program, ["node_modules/skillground/dist/skillground.js", ...args], environment);
  const isAsAsked = ended.code === code && ended.stderr.includes(says);
  const problems = isAsAsked ? [] : [`ended with ${ended.code}: ${ended.stdout}${ended.stderr}`];
  // A report is made anew, a check from what the first one has kept.
  const isRepeated = schema === "report" || schema === "check";
  const again = isRepeated && (await run(program, ["node_modules/skillground/dist/skillground.js", ...args]));
  if (schema && problems.length === 0) problems.push(...unfit(schema, ended.stdout));
  if (again && again.stdout !== ended.stdout) problems.push("the same files made other bytes");
  if (ended.stdout.includes(place)) problems.push("it tells where the machine keeps its files");
  tell(`skillground ${args.join(" ")}${name}`, problems);
}

function unfit(schema: string, json: string): readonly string[] {
  const file = join(place, `app/node_modules/skillground/dist/schemas/${schema}.json`);
  const validate = new Ajv2020().compile(JSON.parse(readFileSync(file, "utf8")) as object);
  return validate(JSON.parse(json))
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

/** Runs the examples, and type-checks them against the package's declarations. */
async function tellExamples(): Promise<void> {
  const examples = libraryExamples();
  for (const { name, code } of examples) writeFileSync(join(place, "app", `${name}.ts`), code);
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--target", "es2023", "--types", "node"];
  const roots = ["--typeRoots", join(projectFolder, "node_modules/@types")];
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const files = examples.map(({ name }) => `${name}.ts`);
  const { code, stdout } = await run(process.execPath, [compiler, ...options, ...roots, ...files]);
  tell("the examples compile", code === 0 ? [] : [stdout]);
  for (const { name, prints } of examples) {
    const { code, stdout, stderr } = await run(process.execPath, [`${name}.ts`]);
    const lines = stdout.trim().split("\n");
    const others = prints.filter((line) => !lines.includes(line)).map((line) => `it does not print: ${line}`);
    tell(`${name}: ${lines.at(-1)}`, code === 0 ? others : [stderr]);
  }
}

async function run(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = {
    cwd: join(place, "app"),
    env: { ...process.env, NO_COLOR: "1", XDG_CACHE_HOME: join(place, "kept"), ...environment },
    maxBuffer: 64 * 1024 * 1024,
  };
  const running = promisify(execFile)(program, [...args], options);
  running.child.stdin?.end();
  return running.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (caught: { readonly code: number; readonly stdout: string; readonly stderr: string }) => caught,
  );
}
