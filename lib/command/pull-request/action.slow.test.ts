import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { projectFolder } from "#lib/tasks/install.mjs";

interface Step {
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

const files = ["action.yml", ".github/workflows/*.yml", "lib/command/pull-request/workflows/*.yml"].flatMap((pattern) =>
  globSync(pattern, { cwd: projectFolder }),
);

function stepsOf(file: string): readonly Step[] {
  const { jobs = {}, runs } = parse(readFileSync(join(projectFolder, file), "utf8"));
  const all = [runs, ...Object.values(jobs)].filter(Boolean) as { readonly steps: readonly Step[] }[];
  return all.flatMap(({ steps }) => steps);
}

test.each(files)("%s puts no value into a script, and uses nothing but by its commit", (file) => {
  const steps = stepsOf(file);
  expect(steps.length).toBeGreaterThan(0);
  for (const { run = "", uses } of steps) {
    expect(run).not.toContain("${{");
    if (uses !== undefined) expect(uses).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/);
  }
});

let place = "";
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "skillground-action-"));
  mkdirSync(join(place, "bin"));
  mkdirSync(join(place, "repository"));
  // A stand-in for npx that runs the package as built here: `npx --prefix=<folder> --yes skillground@<version> …`.
  const program = `#!/bin/bash\necho "$1" >> "${place}/prefixes"\necho "$3" >> "${place}/versions"\nshift 3\nexec "${process.execPath}" "${projectFolder}/lib/command/main.ts" "$@"\n`;
  writeFileSync(join(place, "bin/npx"), program, { mode: 0o755 });
});
afterEach(() => rmSync(place, { recursive: true }));

function write(path: string, content: string): void {
  const file = join(place, "repository", path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, content);
}

function git(...args: readonly string[]): string {
  const person = ["-c", "user.name=a", "-c", "user.email=a@a.example", "-c", "commit.gpgsign=false"];
  return execFileSync("git", [...person, ...args], { cwd: join(place, "repository"), encoding: "utf8" }).trim();
}

/** Runs the action's script as the runner does: in bash, with the inputs and GitHub's files in the environment. */
function act(inputs: Readonly<Record<string, string>>) {
  const [script] = stepsOf("action.yml").flatMap(({ run }) => run ?? []);
  for (const name of ["output", "summary"]) writeFileSync(join(place, name), "");
  const { status, stdout, stderr } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script ?? ""],
    {
      cwd: join(place, "repository"),
      encoding: "utf8",
      env: {
        NODE_ENV: "production",
        PATH: [join(place, "bin"), process.env.PATH].join(delimiter),
        // Not GitHub's: the command is compiled from its sources here, a dozen times.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        RUNNER_TEMP: place,
        GITHUB_ACTION_PATH: projectFolder,
        GITHUB_OUTPUT: join(place, "output"),
        GITHUB_STEP_SUMMARY: join(place, "summary"),
        ...{ FOLDER: ".", SINCE: "", FAIL_ON: "warning", CONFIG: "", BASELINE: "", VERSION: "", ...inputs },
      },
    },
  );
  const lines = readFileSync(join(place, "output"), "utf8").trim().split("\n");
  const outputs = Object.fromEntries(lines.map((line) => line.split("=", 2)));
  return { status, stdout, stderr, outputs, summary: readFileSync(join(place, "summary"), "utf8") };
}

test("the action fails on what a pull request brings, says where, and hands on its results", () => {
  write("skills/old/SKILL.md", "no frontmatter\n");
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "base");
  const since = git("rev-parse", "HEAD");
  expect(act({ SINCE: since })).toMatchObject({ status: 0, outputs: { "exit-code": "0" } });
  // Its name and text would be commands to the runner if they stood on lines of their own.
  write("skills/::error::x/SKILL.md", "::set-output name=exit-code::0\n##[error]x\n");
  const { status, stdout, outputs, summary } = act({ SINCE: since });
  expect({ status, code: outputs["exit-code"] }).toEqual({ status: 1, code: "1" });
  expect(stdout).toMatch(/^::warning file=skills\/%3A%3Aerror%3A%3Ax\/SKILL\.md,line=1,title=left-out::/m);
  expect(summary).toContain("left-out");
  expect(JSON.parse(readFileSync(outputs.json ?? "", "utf8")).since).toBe(since);
  expect(JSON.parse(readFileSync(outputs.sarif ?? "", "utf8")).runs).toHaveLength(1);
  const [, token] = /^::stop-commands::(.+)$/m.exec(stdout) ?? [];
  const [before = "", inside = "", after = ""] = stdout.split(
    new RegExp(`^::(?:stop-commands::)?${token}(?:::)?$`, "m"),
  );
  for (const line of `${before}\n${after}`.split("\n")) expect(line).toMatch(/^$|^::warning file=/);
  expect(inside).toContain("left-out");
  expect(readFileSync(join(place, "versions"), "utf8")).toMatch(/^(?:skillground@\d+\.\d+\.\d+\n)+$/);
  // In the repository's folder, npx would run a package of that name and version in its node_modules.
  for (const prefix of readFileSync(join(place, "prefixes"), "utf8").trim().split("\n"))
    expect(prefix).toMatch(new RegExp(`^--prefix=${place}/skillground\\.\\w+$`));
});

test("what a stranger's run hands on lies where npx looks for nothing", () => {
  const steps = stepsOf("lib/command/pull-request/workflows/skills-comment.yml");
  const downloads = steps.filter(({ uses }) => uses?.startsWith("actions/download-artifact@"));
  expect(downloads.map((step) => step.with?.path)).toEqual([expect.stringMatching(/^\$\{\{ runner\.temp \}\}\//)]);
  expect(steps.some(({ uses }) => uses?.startsWith("actions/checkout@"))).toBe(false);
});

test.each([
  ["FOLDER", "$(touch pwned)"],
  ["FOLDER", "--help"],
  ["FAIL_ON", "never; touch pwned"],
  ["SINCE", "`touch pwned`"],
  ["BASELINE", '" ; touch pwned ; "'],
  ["CONFIG", "--output=pwned"],
])("an input that would be a command is a value (%s: %s)", (name, value) => {
  write("SKILL.md", "---\nname: a\ndescription: A.\n---\n");
  const { status, outputs } = act({ [name]: value });
  expect({ status, code: outputs["exit-code"] }).toEqual({ status: 2, code: "2" });
  expect(existsSync(join(place, "repository/pwned"))).toBe(false);
});
