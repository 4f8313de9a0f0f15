import lines from "./lacked-options.json" with { type: "json" };
import type { StartedCommand } from "./program-calls.ts";
import type { Called } from "./scan.ts";

/**
 * Options of GNU's programs and their like that the page's own refuse, by the program: `lib/run/cases/lacked-options.slow.test.ts` asks them and
 * writes the table. Letters behind which no other stands come first; then `:` and the options without dashes; or `!` and all
 * others.
 */
const known = new Map(
  Object.entries({ ...lines, node: ": test watch", rg: ":pz pretty search-zip stats" }).map(([name, line]) => {
    const [, last = "", sign, options = ""] = /^(\w*)(\W)(.*)$/.exec(line) ?? [];
    const [letters = "", ...words] = options.split(" ");
    const listed = new Set([...letters, ...words]);
    const isLacked = (option: string) => listed.has(option.replace(/^-+/, "")) === (sign === ":");
    return [name, { last, isLacked }] as const;
  }),
);

/** What GNU's awk has of its own in a program, and the page's refuses. */
const lackedOfAwk = /@(?:include|load)\b|\|&/g;

/** The options of a command that the page's program of its name refuses, and what it refuses of a program in awk. */
export function lackedByCommand({ words, line }: StartedCommand): readonly Called[] {
  const [given = "", ...rest] = words;
  const name = given.replace(/^[gmn]awk$/, "awk");
  const program = known.get(name);
  if (!program) return [];
  // Behind the first other word of these, and behind a script, the options are of the command that they start.
  const isEnd = (word: string) => word === "--" || (/^(?:env|node|xargs)$/.test(name) && !word.startsWith("-"));
  const end = rest.findIndex(isEnd);
  const options = rest
    .slice(0, end < 0 ? undefined : end)
    .flatMap((word) => optionsIn(word, program.last, name === "find"));
  const parts = name === "awk" ? rest.join(" ").match(lackedOfAwk) : [];
  const all = [...options.filter(program.isLacked), ...(parts ?? [])];
  return [...new Set(all)].map((each) => ({ name: `${given} ${each}`, line }));
}

/** `--sort=x` is `--sort`, and `-xzf` is `-x`, `-z` and `-f`, of which the last takes what follows. */
function optionsIn(word: string, letters: string, isWhole: boolean): readonly string[] {
  if (/^--\w/.test(word) || isWhole) return [word.replace(/=.*/s, "")];
  if (!/^-[A-Za-z]/.test(word)) return [];
  const given = [...word.slice(1)];
  const end = given.findIndex((letter) => letters.includes(letter));
  return given.slice(0, end < 0 ? undefined : end + 1).map((letter) => `-${letter}`);
}
