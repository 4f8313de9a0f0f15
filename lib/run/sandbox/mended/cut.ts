import { OptionError, type OptionForms, readOptions } from "#lib/run/sandbox/commands/command-options.ts";
import type { CommandContext, CommandResult } from "#lib/run/sandbox/commands/command-types.ts";
import { bytesOf, linesOf } from "#lib/run/sandbox/commands/inputs.ts";
import { latin1 } from "#lib/run/sandbox/latin1.ts";
import { resolve } from "#lib/run/sandbox/shell-files.ts";

const forms: OptionForms = {
  letters: "bcdfnsCOz",
  withValue: "bcdfO",
  long: {
    ...{ bytes: "b", characters: "c", delimiter: "d", fields: "f", "only-delimited": "s", complement: "C" },
    ...{ "output-delimiter": "O", "zero-terminated": "z" },
  },
};

/**
 * GNU's cut; the shell's own turns lines without a delimiter into empty ones. Counts bytes as characters, like GNU's. @throws OptionError
 */
export async function cut(args: readonly string[], context: CommandContext): Promise<CommandResult> {
  const { words, has, lastOf } = readOptions(args, forms);
  const lists = ["b", "c", "f"].filter((letter) => has(letter));
  const [letter] = lists;
  if (letter === undefined) throw new OptionError("you must specify a list of bytes, characters, or fields");
  if (lists.length > 1) throw new OptionError("only one list may be specified");
  const delimiter = bytesOf(lastOf("d") ?? "\t");
  if (delimiter.length !== 1) throw new OptionError("the delimiter must be a single character");
  if (has("d") && letter !== "f")
    throw new OptionError("an input delimiter may be specified only when operating on fields");
  const isWanted = wantedBy(lastOf(letter) ?? "", has("C"));
  const between = lastOf("O");
  const joint = between === undefined ? undefined : bytesOf(between);
  const cutLine = (line: string): string | undefined => {
    if (letter !== "f") return picked(Array.from(line), isWanted, joint);
    const fields = line.split(delimiter);
    if (fields.length === 1) return has("s") ? undefined : line;
    return fields.filter((_, at) => isWanted(at + 1)).join(joint ?? delimiter);
  };
  const end = has("z") ? "\0" : "\n";
  const inputs = await readInputs(words, context);
  const lines = inputs.texts.flatMap((text) => linesOf(text, end)).flatMap((line) => cutLine(line) ?? []);
  const stdout = lines.map((line) => line + end).join("");
  return { stdout, stderr: inputs.faults, exitCode: inputs.faults === "" ? 0 : 1, stdoutKind: "bytes" };
}

/** The wanted characters; runs of them are separated by `joint`, if given. */
function picked(characters: readonly string[], isWanted: (at: number) => boolean, joint = ""): string {
  let text = "";
  let last = 0;
  for (const [index, character] of characters.entries()) {
    if (!isWanted(index + 1)) continue;
    if (last > 0 && last !== index) text += joint;
    text += character;
    last = index + 1;
  }
  return text;
}

/** Returns a predicate for a list of positions such as `1,3-5,7-`. @throws OptionError */
function wantedBy(list: string, isComplement: boolean): (at: number) => boolean {
  const ranges = list.split(/[,\s]/).map((part): readonly [number, number] => {
    const [, from = "", dash, to = ""] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (from === "" && to === "") throw new OptionError(`invalid field or byte list: '${part}'`);
    if (from === "0" || to === "0") throw new OptionError("fields and positions are numbered from 1");
    const first = Number(from || 1);
    return [first, dash ? Number(to || Number.POSITIVE_INFINITY) : first];
  });
  if (ranges.some(([first, last]) => first > last)) throw new OptionError("invalid decreasing range");
  return (at) => ranges.some(([first, last]) => first <= at && at <= last) !== isComplement;
}

async function readInputs(paths: readonly string[], context: CommandContext) {
  const { fs, cwd } = context;
  const texts: string[] = [];
  let faults = "";
  for (const path of paths.length > 0 ? paths : ["-"]) {
    try {
      texts.push(
        path === "-" ? (context.stdin as unknown as string) : latin1(await fs.readFileBuffer(resolve(cwd, path))),
      );
    } catch {
      faults += `cut: ${path}: No such file or directory\n`;
    }
  }
  return { texts, faults };
}
