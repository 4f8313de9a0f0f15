import type { ShellCommand } from "./shell-commands.ts";

/**
 * Options of GNU's programs and their like that the page's own refuse, by the program; `lib/run/cases/lacked-options.slow.test.ts` asks them.
 * Letters that take a value stand before the others, behind `:`.
 */
const lacked: ReadonlyMap<string, { readonly options: ReadonlySet<string>; readonly taking: string }> = new Map(
  [
    "cp:St --attributes-only --backup -b --copy-contents --remove-destination --strip-trailing-slashes -s --symbolic-link -S --suffix",
    "date:drsfI --debug -f --file --resolution -s --set",
    "diff:LxUIWC -e --ed -n --rcs -p --show-c-function -F --show-function-line -t --expand-tabs -T --initial-tab -l -X --exclude-from -D --ifdef --from-file --to-file --strip-trailing-cr -E",
    "du:dt --files0-from --inodes --si -t --threshold --time --time-style",
    "env:uSC -C --chdir --block-signal --ignore-signal -v --debug",
    "find: -files0-from -fstype -used -ls -fls -ok -okdir",
    "fmt:wpg -c --crown-margin -p --prefix -t --tagged-paragraph",
    "grep:efmABC -b --byte-offset --exclude-from -T --initial-tab --group-separator --no-group-separator",
    "install:mgotS --backup --compare --strip-program -S --suffix",
    "ln:tS --backup -b -S --suffix",
    "ls:ITw --author -b --escape --block-size -B --ignore-backups -c -C --dired --file-type --format --si -H --hide --hyperlink -L --dereference --quoting-style --time --tabsize --width -x --zero",
    "md5sum: --tag -z --zero --ignore-missing --strict",
    "mv:tS --backup -b -S --suffix",
    "nl:bdfhilnsvw -d --section-delimiter -f --footer-numbering -h --header-numbering -l --join-blank-lines -p --no-renumber",
    "patch:pdiorFBVDYz -F -l -c -e -n -o -r --merge -E -b -V -B --posix --reject-format --binary",
    "sed:efl --debug --sandbox",
    "sha256sum: --tag -z --zero --ignore-missing --strict",
    "shuf:ino --random-source",
    "sort:kotST --random-source --compress-program --debug --files0-from",
    "split:abCln -C --line-bytes -x --hex-suffixes -e --elide-empty-files --filter -t --separator",
    "stat:cf -L --dereference -t --terse",
    "tac:s -b --before -r --regex -s --separator",
    "tar:fCbTXgKNIVF --transform --xform -A --catenate --concatenate --delete -d --diff --compare -r --append -u --update -g --listed-incremental --occurrence -S --sparse --exclude-vcs --exclude-vcs-ignores --exclude-caches --exclude-tag --null -T --files-from -X --exclude-from --wildcards --one-top-level --remove-files --skip-old-files -U -W --verify --to-command --group --mode --mtime --owner --sort",
    "touch:drt -f",
    "uniq:fsw --group",
    "wc: --files0-from",
    "xargs:InLPdEsa -E -e --eof -o --open-tty -p --interactive --process-slot-var -s --max-chars --show-limits -x --exit",
  ].map((line) => {
    const [head = "", ...options] = line.split(" ");
    const [name = "", taking = ""] = head.split(":");
    return [name, { options: new Set(options), taking }] as const;
  }),
);

/** Every option that is known to be refused, with its program. */
export const lackedOptions = [...lacked].flatMap(([name, { options }]) =>
  [...options].map((option) => [name, option] as const),
);

/** The options of a command that the page's program of its name refuses. */
export function lackedByCommand({ words }: ShellCommand): readonly string[] {
  const [name = "", ...rest] = words;
  const known = lacked.get(name);
  if (!known) return [];
  // Behind the first other word of these, the options are of the command that they start.
  const isEnd = (word: string) => word === "--" || (/^(?:env|xargs)$/.test(name) && !word.startsWith("-"));
  const end = rest.findIndex(isEnd) < 0 ? rest.length : rest.findIndex(isEnd);
  const given = rest.slice(0, end).flatMap((word) => optionsIn(word, known.taking, name === "find"));
  return [...new Set(given)].filter((option) => known.options.has(option)).map((option) => `${name} ${option}`);
}

/** `--sort=x` is `--sort`, and `-xzf` is `-x`, `-z` and `-f`, of which the last takes what follows. */
function optionsIn(word: string, taking: string, isWhole: boolean): readonly string[] {
  if (word.startsWith("--") || isWhole) return [word.replace(/=.*/s, "")];
  if (!/^-[A-Za-z]/.test(word)) return [];
  const letters = [...word.slice(1)];
  const last = letters.findIndex((letter) => taking.includes(letter));
  return letters.slice(0, last < 0 ? undefined : last + 1).map((letter) => `-${letter}`);
}
