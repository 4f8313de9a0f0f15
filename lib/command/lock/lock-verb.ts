import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseJson } from "#lib/plain-json.ts";
import { harmlessLine, UsageError } from "../console.ts";
import { deliver, type Faces, outputOptions, outputUsage, type Paint, readOutput, remark } from "../output.ts";
import { readFolder } from "../read-folder.ts";
import { readArguments, type Verb } from "../verb.ts";
import { type LockedState, lockFile, lockOf, lockShape, type SkillsLock, skillsIn, verifyLock } from "./skills-lock.ts";

const known = ["text", "json"] as const;

const usage = `skillground lock [folder] [options]

Lists the skills in a folder with a hash of each, in the form of the skills CLI's ${lockFile}.
Without a folder: the current one.

  --write                     write the folder's ${lockFile}; sources it names already are kept
  --verify                    compare the skills with ${lockFile}; exit with 1 if one differs
${outputUsage(known)}

Exit codes: 0 passed, 1 --verify found a difference, 2 there is nothing to lock or no lock to verify.

Examples:
  skillground lock --write
  skillground lock --verify --format json`;

function run(args: readonly string[]): number {
  const { values, positionals } = readArguments(args, {
    ...outputOptions,
    write: { type: "boolean" },
    verify: { type: "boolean" },
  });
  const output = readOutput(values, known);
  if (values.write && values.verify) throw new UsageError("One of --write and --verify.");
  const [folder = "."] = positionals;
  const { snapshot, warnings } = readFolder(folder);
  const unread = warnings.find(({ kind }) => kind === "file-left-out");
  if (unread?.kind === "file-left-out")
    throw new UsageError(`${unread.path} is too large to be read, so its skill has no hash.`);
  const found = skillsIn(snapshot);
  const before = readLock(join(folder, lockFile));
  if (values.verify) {
    if (!before) throw new UsageError(`There is no ${lockFile} in ${resolve(folder)} to verify.`);
    const states = verifyLock(before, found);
    deliver(stateFaces(states), output);
    return states.every(({ state }) => state === "same" || state === "unlocked") ? 0 : 1;
  }
  if (found.length === 0) throw new UsageError(`There is no SKILL.md in or below ${resolve(folder)}.`);
  const lock = lockOf(found, before);
  if (values.write) writeFileSync(join(folder, lockFile), lockJson(lock));
  deliver({ text: () => lockText(lock), json: () => lockJson(lock) }, output);
  if (values.write) remark(output, `Written to ${join(folder, lockFile)}.`);
  return 0;
}

function readLock(file: string): SkillsLock | undefined {
  if (!existsSync(file)) return undefined;
  const read = lockShape.safeParse(parseJson(readFileSync(file, "utf8")));
  if (!read.success) throw new UsageError(`${file} is no lock of version 1 of the skills CLI.`);
  return read.data;
}

function lockText({ skills }: SkillsLock): string {
  return Object.entries(skills)
    .map(([name, { computedHash, source }]) => `${harmlessLine(`${computedHash}  ${name}  ${source}`)}\n`)
    .join("");
}

/** The lock as JSON, formatted as the skills CLI does. */
function lockJson(lock: SkillsLock): string {
  return `${JSON.stringify(lock, null, 2)}\n`;
}

const colors = { same: "green", changed: "red", missing: "red", unlocked: "yellow" } as const;

function stateFaces(states: readonly LockedState[]): Faces {
  const line = ({ name, state, folder }: LockedState, paint: Paint) =>
    `${paint(colors[state], state.padEnd(8))}  ${harmlessLine(folder === undefined ? name : `${name}  ${folder}`)}\n`;
  return {
    text: (paint) => states.map((each) => line(each, paint)).join(""),
    json: () => `${JSON.stringify({ version: 1, skills: states }, null, 2)}\n`,
  };
}

export const lockVerb: Verb = { usage, run };
