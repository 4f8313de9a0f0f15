import { OptionError } from "#lib/run/sandbox/command-options.ts";

/** Variables with a meaning to awk: the shell's own awk takes them from the program, but not from `-v`. */
const special = /^(?:OFS|ORS|FS|RS|SUBSEP|CONVFMT|OFMT|NR)$/;

/** Parts of a program in which words are not names: strings, patterns, comments. */
const literals = /("(?:\\.|[^"\\])*"|\/(?:\\.|[^/\\\n])+\/|#[^\n]*)/;

/**
 * Rewrites a call's arguments: `-v OFS=,` as a `BEGIN` block, `length` as `length($0)`, and parentheses around an expression that names a file.
 * @throws OptionError
 */
export function awkArguments(args: readonly string[]): readonly string[] {
  const end = args.findIndex((arg, at) => !/^-[^-]/.test(arg) && !takesNext(args[at - 1]));
  const [options, words] = end === -1 ? [args, []] : [args.slice(0, end), args.slice(end)];
  const kept: string[] = [];
  let begin = "";
  for (let at = 0; at < options.length; at++) {
    const option = options.slice(at, takesNext(options[at]) ? at + 2 : at + 1);
    at += option.length - 1;
    const [, name = "", value = ""] = /^-v(\w+)=(.*)$/s.exec(option.join("")) ?? [];
    if (special.test(name)) begin += beginOf(name, value);
    else kept.push(...option);
  }
  if (kept.some((arg) => arg.startsWith("-f"))) {
    if (begin !== "") throw new OptionError("-f beside -v with a variable of awk's own is not possible here");
    return [...kept, ...words];
  }
  const at = words[0] === "--" ? 1 : 0;
  const program = words[at];
  return program === undefined
    ? args
    : [...kept, ...words.slice(0, at), begin + withFileNames(withLength(program)), ...words.slice(at + 1)];
}

/** Whether an option's value is the next word. */
function takesNext(option: string | undefined): boolean {
  return option !== undefined && /^-[vfF]$/.test(option);
}

function beginOf(name: string, value: string): string {
  return `BEGIN { ${name} = "${value.replaceAll('"', '\\"').replaceAll("\n", "\\n")}" } `;
}

function withLength(program: string): string {
  const parts = program.split(literals);
  return parts.map((part, at) => (at % 2 === 0 ? part.replace(/\blength\b(?!\s*\()/g, "length($0)") : part)).join("");
}

/** A string, a variable or a field. */
const operand = String.raw`(?:"(?:\\.|[^"\\])*"|\$?[A-Za-z_]\w*|\$\d+)`;
const filePrinted = new RegExp(
  String.raw`(\bprintf?\b(?:"(?:\\.|[^"\\])*"|[^"\n;{}>|])*>>?\s*)(${operand}(?:[^\S\n]*${operand})+)(?=\s*(?:[;}\n]|$))`,
  "g",
);

/** `print > "a-" $1`: the shell's own awk takes only the first part as the file's name, and drops the others. */
function withFileNames(program: string): string {
  return program.replace(filePrinted, "$1($2)");
}
