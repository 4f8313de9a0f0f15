import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { absentPrograms } from "#lib/skills/scripts/absent-programs.ts";
import { lackedByCommand } from "#lib/skills/scripts/lacked-options.ts";
import { shellOver } from "../sandbox/run-fixture.ts";

/** Programs of GNU's and their like whose help tells their options, and which the page has; but for those that lack only what is rare. */
const programs =
  "awk base64 basename cat cmp comm cp date dd df diff dirname du env expand file find fmt fold getopt grep head hexdump id install join ln ls md5sum mktemp mv nl numfmt od paste patch readlink realpath rm sed seq sha256sum shuf sort split stat tac tar tee timeout tr tsort uniq xargs";

/** What programs say of an option that they do not have. */
const refusal =
  /invalid option|unrecognized option|not possible here|unknown (?:option|predicate)|illegal option|not known|not supported|unsupported/i;

/** What is no option of `find`, or would not end well. */
const isLeftOut = /^-(?:help|version|exec|execdir|delete|quit|prune|a|and|o|or|not|[DN])$/;

/** What options take that do not take a number. */
const values: Readonly<Record<string, string>> = {
  ...{ "iconv --from-code": "UTF-8", "iconv --to-code": "UTF-8", "numfmt --format": "%f", "numfmt --invalid": "fail" },
  ...{ "od --format": "x1", "od --address-radix": "d", "od --endian": "big", "sort --sort": "numeric" },
  ...{ "awk --file": "/dev/null", "awk --field-separator": ",", "awk --assign": "b=1", "sed --expression": "p" },
};

interface Option {
  readonly name: string;
  /** What it takes. */
  readonly value: string | undefined;
  /** Whether it is a letter behind which no other option stands, as that would be its value. */
  readonly isLast?: boolean;
}

/** A program's options by its own help. */
function optionsOf(program: string): readonly Option[] {
  const env = { ...process.env, LC_ALL: "C" };
  const { stdout } = spawnSync(program, ["--help"], { encoding: "utf8", env, input: "" });
  if (program === "find")
    return [...new Set(stdout.match(/(?<=[\s(|])-[a-z][\w-]*/gi))]
      .filter((name) => !isLeftOut.test(name))
      .map((name) => ({ name, value: undefined }));
  return [...stdout.matchAll(/^[ \t]{1,10}(-.*?)(?: {2,}|$)/gm)].flatMap(([line, forms = ""]) => {
    // What only tells about the program.
    if (/--(?:help|version|usage|license)\b/.test(line)) return [];
    const hasValue = /--[\w-]+(?:=| <)|^-\w ?[A-Za-z<]/.test(forms);
    const names = [...forms.matchAll(/(?<![\w-])(?:--[a-z][\w-]*|-[A-Za-z])(?!\w)/g)].map(([name]) => name);
    const value = hasValue ? (names.map((name) => values[`${program} ${name}`]).find(Boolean) ?? "1") : undefined;
    return names.map((name) => ({ name, value, isLast: /^-\w$/.test(name) && (hasValue || /^-\w\[/.test(forms)) }));
  });
}

/** The letters, and the names that are longer. */
function namesOf(options: readonly string[]): string {
  const names = [...new Set(options.map((option) => option.replace(/^-+/, "")))].sort();
  return [names.filter(({ length }) => length === 1).join(""), ...names.filter(({ length }) => length > 1)].join(" ");
}

type Run = ReturnType<typeof shellOver>["run"];

/** Whether the page's program refuses the option, in a shell that is used for all of them: a program reads its options before its files. */
async function isRefused(run: Run, program: string, { name, value }: Option): Promise<boolean> {
  const given = `${name}${name.startsWith("--") && value !== undefined ? "=" : " "}${value ?? ""}`;
  const line = program === "find" ? `find . ${name} 1 ';'` : `${program} ${given} a a`;
  return refusal.test((await run(`timeout 2 ${line} < /dev/null`)).err);
}

const version = spawnSync("ls", ["--version"], { encoding: "utf8" }).stdout.split("\n", 1)[0];

// Another version has other options.
it.runIf(version === "ls (GNU coreutils) 9.1")("knows which options of GNU's programs the page's refuse", async () => {
  const lines: Record<string, string> = {};
  for (const program of programs.split(" ")) {
    const options = optionsOf(program);
    const taking = options.flatMap(({ name, isLast }) => (isLast ? [name[1]] : [])).join("");
    const refused = new Set<string>();
    const { run } = shellOver({ "/workspace/a": "b\n" });
    for (const option of options) if (await isRefused(run, program, option)) refused.add(option.name);
    if (refused.size === 0) continue;
    const taken = options.flatMap(({ name }) => (refused.has(name) ? [] : [name]));
    // The shorter of both lists.
    lines[program] = [
      `${taking}:${namesOf([...refused])}`,
      `${taking}!${namesOf([...taken, "--help", "--version"])}`,
    ].sort((one, other) => one.length - other.length)[0] as string;
  }
  const text = `${JSON.stringify(lines, undefined, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../skills/scripts/lacked-options.json");
});

it.each([
  ...['@include "a"', '@load "time"', '{ print |& "cat" }', 'BEGIN { "cat" |& getline }'],
  ...["BEGINFILE { print 1 }", "ENDFILE { print FNR }", "{ print typeof($1), isarray(x) }"],
  ...["{ switch ($1) { case /b/: print 2 } }", '{ print patsplit("a1b2", parts, /[0-9]/), parts[2] }'],
])("tells of awk's language what the page's refuses, and nothing else: %s", async (program) => {
  const { status, err } = await shellOver({ "/workspace/a": "b\n" }).run(`awk '${program}' a`);
  const told = lackedByCommand({ words: ["awk", program, "a"], line: 1 });
  expect({ isTold: told.length > 0, err }).toEqual({
    isTold: status !== 0,
    err: status === 0 ? "" : expect.stringMatching(/./),
  });
});

it.each([
  ...["rg --stats a", "rg -p a", "rg --search-zip a", "rg -z a", "rg -S a", "rg --sort path a", "rg --json a"],
  ...["node --test b.mjs", "node --watch b.mjs", "node --check b.mjs", "node -c b.cjs"],
])("tells of %s whether the page refuses it", async (line) => {
  const files = { "/workspace/a": "a\n", "/workspace/b.mjs": "import 'none'", "/workspace/b.cjs": "return" };
  const { status } = await shellOver(files).run(line);
  expect(lackedByCommand({ words: line.split(" "), line: 1 }).length > 0).toBe(status !== 0);
});

it("tells of no program as absent that the page has", async () => {
  const { out } = await shellOver().run(
    `for name in ${[...absentPrograms.keys()].join(" ")}; do command -v $name; done`,
  );
  expect(out).toBe("");
});
