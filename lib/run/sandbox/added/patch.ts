import { applyPatch, parsePatch, reversePatch, type StructuredPatch } from "diff";
import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { readAll } from "#lib/run/sandbox/commands/inputs.ts";
import { escapedText } from "#lib/run/sandbox/escaped-text.ts";
import { fromLatin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "pisRduNfn",
  withValue: "pid",
  long: {
    ...{ strip: "p", input: "i", silent: "s", quiet: "s", reverse: "R", directory: "d", unified: "u", normal: "n" },
    ...{ "dry-run": "D", forward: "N", force: "f" },
  },
};

/**
 * GNU's patch for unified and normal differences that fit; one that does not fit changes nothing of its file, and leaves no file of what was rejected.
 * @throws OptionError
 */
export async function patch(args: readonly string[], given: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, { ...forms, letters: `${forms.letters}D` });
  const folder = lastOf("d");
  const context = folder === undefined ? given : { ...given, cwd: resolve(given.cwd, folder) };
  const [target, file = lastOf("i")] = words;
  const { read, faults } = await readAll("patch", file === undefined ? [] : [file], context);
  if (faults !== "")
    return {
      stdout: "",
      stderr: `patch: **** Can't open patch file ${file} : No such file or directory\n`,
      exitCode: 2,
    };
  const patches = patchesIn(escapedText(fromLatin1(read[0]?.text ?? "")));
  const act = has("D") ? "checking" : "patching";
  let stdout = "";
  let isWhole = true;
  for (const each of patches) {
    const patch = has("R") ? reversePatch(each) : each;
    const path = target ?? (await pathOf(each, has("R"), lastOf("p"), context));
    const isDone = await change(path, patch, context, has("D"));
    isWhole &&= isDone;
    stdout += `${act} file ${path}\n${isDone ? "" : "The difference does not fit; nothing of the file was changed.\n"}`;
  }
  return { stdout: has("s") && isWhole ? "" : stdout, stderr: "", exitCode: isWhole ? 0 : 1 };
}

/** @throws OptionError */
function patchesIn(text: string): readonly StructuredPatch[] {
  const patches = parsed(unified(text)).filter(({ hunks }) => hunks.length > 0);
  if (patches.length === 0) throw new OptionError("**** Only garbage was found in the patch input.");
  return patches;
}

/** Matches what begins a part of a normal difference: the lines of the one file, what becomes of them, and those of the other. */
const beginsPart = /^(\d+)(?:,(\d+))?([acd])(\d+)(?:,(\d+))?$/;

/** A normal difference in the form of a unified one; any other as it is. */
function unified(text: string): string {
  if (!beginsPart.test(text.slice(0, text.indexOf("\n")))) return text;
  const lines = text.split("\n").filter((line) => line !== "---");
  return lines
    .map((line) => {
      const [, from = "", to = from, act, begin = "", end = begin] = beginsPart.exec(line) ?? [];
      if (act === undefined) return line.replace(/^< ?/, "-").replace(/^> ?/, "+");
      const old = act === "a" ? 0 : Number(to) - Number(from) + 1;
      const made = act === "d" ? 0 : Number(end) - Number(begin) + 1;
      return `@@ -${from},${old} +${begin},${made} @@`;
    })
    .join("\n");
}

/** @throws OptionError */
function parsed(text: string): readonly StructuredPatch[] {
  try {
    return parsePatch(text);
  } catch (cause) {
    throw new OptionError("**** malformed patch", { cause });
  }
}

/** The file that a patch is for: the one of its two names that is there. @throws OptionError */
async function pathOf(
  { oldFileName, newFileName }: StructuredPatch,
  isReversed: boolean,
  strip: string | undefined,
  { fs, cwd }: CommandContext,
) {
  const names = [oldFileName, newFileName].flatMap((name) =>
    name === undefined || name === "/dev/null" ? [] : [stripped(name, strip)],
  );
  for (const name of names) if (await fs.exists(resolve(cwd, name))) return name;
  const isNew = (isReversed ? newFileName : oldFileName) === "/dev/null" && names[0] !== undefined;
  if (!isNew) throw new OptionError(`**** can't find a file to patch: ${names.join(", ")}`);
  return names[0] ?? "";
}

/** Without `-p`, GNU's takes the last part of the name only. */
function stripped(name: string, strip: string | undefined): string {
  const parts = name.split("/");
  return parts.slice(strip === undefined ? -1 : Math.min(Number(strip), parts.length - 1)).join("/");
}

async function change(
  path: string,
  patch: StructuredPatch,
  { fs, cwd }: CommandContext,
  isTried: boolean,
): Promise<boolean> {
  const place = resolve(cwd, path);
  const before = (await fs.exists(place)) ? escapedText(await fs.readFileBuffer(place)) : "";
  const after = applyPatch(before, patch, { fuzzFactor: 2 });
  if (after === false) return false;
  if (isTried) return true;
  if (patch.newFileName === "/dev/null" && after === "") await fs.rm(place);
  else await fs.writeFile(place, after);
  return true;
}
