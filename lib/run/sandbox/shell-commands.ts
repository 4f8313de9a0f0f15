import { type CustomCommand, defineCommand } from "just-bash/browser";
import { runLimits } from "#lib/run/run-limits.ts";
import { OptionError, type OptionForms, readOptions } from "./commands/command-options.ts";
import { endlessLines } from "./commands/endless.ts";
import { fromLatin1, latin1 } from "./latin1.ts";
import { cp } from "./mended/cp.ts";
import type { ShellTraps } from "./processes/shell-traps.ts";
import { trapCommand } from "./processes/trap-command.ts";
import { umaskCommand } from "./processes/umask-command.ts";
import { resolve } from "./shell-files.ts";

type Run = Parameters<typeof defineCommand>[1];
type Context = Parameters<Run>[1];

/** Commands that scripts use and the shell does not have. */
export function smallCommands(traps: ShellTraps): CustomCommand[] {
  const small = Object.entries(commands).map(([name, run]) =>
    defineCommand(name, (args, context) =>
      run(args, context).catch((caught: unknown) => {
        if (caught instanceof OptionError) return failure(`${name}: ${caught.message}`);
        throw caught;
      }),
    ),
  );
  return [...small, trapCommand(traps), umaskCommand(traps)];
}

const commands: Readonly<Record<string, Run>> = {
  id: async (args) =>
    success(
      args.includes("-u")
        ? "1000\n"
        : args.includes("-un")
          ? "user\n"
          : "uid=1000(user) gid=1000(user) groups=1000(user)\n",
    ),
  install: async (args, context) => {
    const { words, has, lastOf } = readOptions(args, installForms);
    const mode = Number.parseInt(lastOf("m") ?? "755", 8);
    const made = has("d") ? words : has("D") ? [lastOf("t") ?? words.at(-1)?.replace(/\/?[^/]*$/, "")] : [];
    for (const folder of made) await context.fs.mkdir(at(context, folder), { recursive: true });
    if (has("d")) return success();
    const folder = lastOf("t") ?? words.at(-1) ?? "";
    const isInside = await context.fs.stat(at(context, folder)).then(
      (found) => found.isDirectory,
      () => false,
    );
    const sources = lastOf("t") === undefined ? words.slice(0, -1) : words;
    const copied = await cp(
      [...(has("v") ? ["-v"] : []), ...(has("p") ? ["-p"] : []), "--", ...sources, folder],
      context,
    );
    const stderr = copied.stderr.replaceAll(/^cp: /gm, "install: ");
    if (copied.exitCode !== 0) return { ...copied, stderr };
    for (const source of sources) {
      const target = isInside ? `${folder}/${source.split("/").at(-1)}` : folder;
      await context.fs.chmod(at(context, target), mode);
    }
    return { ...copied, stderr };
  },
  nproc: async () => success("1\n"),
  realpath: async (args, context) => {
    const { words, has, lastOf } = readOptions(args, realpathForms);
    const lines: string[] = [];
    for (const path of words) {
      const real = await realPath(context, path, has("e"), has("s", "m"));
      if (real === undefined) return failure(`realpath: ${path}: No such file or directory`);
      const from = lastOf("r") ?? lastOf("b");
      lines.push(from === undefined ? real : relative(at(context, from), real, lastOf("r") === undefined));
    }
    return success(lines.map((line) => `${line}\n`).join(""));
  },
  cmp: async (args, context) => {
    const [left, right = "-"] = args.filter((arg) => !/^-./.test(arg));
    const [a, b] = [await bytesOf(context, left), await bytesOf(context, right)];
    const end = Math.min(a.length, b.length);
    let index = 0;
    while (index < end && a[index] === b[index]) index++;
    if (index === end && a.length === b.length) return success();
    if (args.includes("-s")) return { ...success(), exitCode: 1 };
    if (index === end) return failure(`cmp: EOF on ${a.length < b.length ? left : right} after byte ${end}`);
    const line = a.subarray(0, index).filter((byte) => byte === 10).length + 1;
    return { ...success(`${left} ${right} differ: byte ${index + 1}, line ${line}\n`), exitCode: 1 };
  },
  /** Perl's; with the shell's own programs for each kind. */
  shasum: async (args, { exec, cwd, stdin }) => {
    const at = args.findIndex((arg) => /^-a|^--algorithm/.test(arg));
    const [option = "", next = ""] = at < 0 ? ["-a1"] : args.slice(at);
    const kind = /\d+$/.exec(option)?.[0] ?? next;
    const rest = args.filter((_, index) => at < 0 || (index !== at && (/\d$/.test(option) || index !== at + 1)));
    if (!exec || !/^(?:1|256)$/.test(kind)) return failure(`shasum: ${kind}: this algorithm is not possible here`);
    return exec(`sha${kind}sum`, { cwd, args: rest, stdin: stdin as unknown as string, stdinKind: "bytes" });
  },
  sync: async () => success(),
  tput: async (args) => success(args[0] === "cols" ? "80\n" : args[0] === "lines" ? "24\n" : ""),
  truncate: async (args, context) => {
    const at = args.findIndex((arg) => /^-s|^--size/.test(arg));
    const [option = "", next = ""] = args.slice(Math.max(0, at));
    const [, inside = ""] = /^(?:-s|--size=?)(.*)$/.exec(option) ?? [];
    const size = /^\d+$/.exec(inside || next)?.[0];
    if (at < 0 || size === undefined) return failure("truncate: only -s with a number of bytes is possible here");
    const most = runLimits.changedBytes;
    if (Number(size) > most) return failure(`truncate: no more than ${most} bytes are possible here`);
    const paths = args.filter((arg, index) => !arg.startsWith("-") && (inside !== "" || index !== at + 1));
    return attempt("truncate", async () => {
      for (const path of paths) {
        const before = (await context.fs.exists(resolve(context.cwd, path)))
          ? await bytesOf(context, path)
          : new Uint8Array();
        const bytes = new Uint8Array(Number(size));
        bytes.set(before.subarray(0, bytes.length));
        await context.fs.writeFile(resolve(context.cwd, path), bytes);
      }
    });
  },
  uuidgen: async () => success(`${crypto.randomUUID()}\n`),
  yes: async (args) => ({
    ...success(endlessLines(latin1(new TextEncoder().encode(`${args.join(" ") || "y"}\n`)))),
    stdoutKind: "bytes",
    // It ends by the signal that nobody reads it any more.
    exitCode: 141,
  }),
  uname: async (args) => {
    if (args.includes("-a")) return success("Linux page 6.0.0 #1 x86_64 GNU/Linux\n");
    return success(
      args.includes("-m") ? "x86_64\n" : args.includes("-r") ? "6.0.0\n" : args.includes("-n") ? "page\n" : "Linux\n",
    );
  },
};

const installForms: OptionForms = {
  letters: "bcCdDgmopstTv",
  withValue: "gmot",
  long: { directory: "d", mode: "m", "target-directory": "t", "preserve-timestamps": "p", verbose: "v", strip: "s" },
};

const realpathForms: OptionForms = {
  letters: "emsqLPz",
  withValue: "rb",
  long: {
    ...{ "canonicalize-existing": "e", "canonicalize-missing": "m", "no-symlinks": "s", strip: "s", quiet: "q" },
    ...{ "relative-to": "r", "relative-base": "b" },
  },
};

/** `undefined` for a path that has to exist and does not, as a whole or in all but its last name. */
async function realPath({ fs, cwd }: Context, path: string, isWhole: boolean, isPlain: boolean) {
  const place = resolve(cwd, path);
  if (isPlain) return place;
  if (await fs.exists(place)) return fs.realpath(place);
  const folder = resolve(place, "..");
  if (isWhole || !(await fs.exists(folder))) return undefined;
  return resolve(await fs.realpath(folder), path.split("/").at(-1) ?? "");
}

/** The path from a folder to a place. @param isOnlyBelow whether a place outside of the folder keeps its whole path */
function relative(from: string, to: string, isOnlyBelow: boolean): string {
  const [base, names] = [from, to].map((path) => path.split("/").filter(Boolean)) as [string[], string[]];
  let common = 0;
  while (common < base.length && base[common] === names[common]) common++;
  if (isOnlyBelow && common < base.length) return to;
  return [...base.slice(common).map(() => ".."), ...names.slice(common)].join("/") || ".";
}

function at(context: Context, path = ""): string {
  return resolve(context.cwd, path);
}

function bytesOf(context: Context, path = ""): Promise<Uint8Array> {
  if (path === "-") return Promise.resolve(fromLatin1(context.stdin as unknown as string));
  return context.fs.readFileBuffer(at(context, path));
}

async function attempt(name: string, act: () => Promise<void>) {
  try {
    await act();
    return success();
  } catch (caught) {
    return failure(`${name}: ${caught instanceof Error ? caught.message : String(caught)}`);
  }
}

function success(stdout = "") {
  return { stdout, stderr: "", exitCode: 0 };
}

function failure(text: string, exitCode = 1) {
  return { stdout: "", stderr: `${text}\n`, exitCode };
}
