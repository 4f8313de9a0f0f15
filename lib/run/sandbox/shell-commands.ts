import { type CustomCommand, defineCommand } from "just-bash/browser";
import { OptionError, type OptionForms, readOptions } from "./commands/command-options.ts";
import { endlessLines } from "./commands/endless.ts";
import { latin1 } from "./latin1.ts";
import { cp } from "./mended/cp.ts";
import type { ShellTraps } from "./processes/shell-traps.ts";
import { trapCommand } from "./processes/trap-command.ts";
import { umaskCommand } from "./processes/umask-command.ts";
import type { RunTree } from "./run-tree.ts";
import { resolve } from "./shell-files.ts";

type Run = Parameters<typeof defineCommand>[1];
type Context = Parameters<Run>[1];

/** Commands that scripts use and the shell does not have. */
export function smallCommands(traps: ShellTraps, tree: RunTree): CustomCommand[] {
  const small = Object.entries(commands).map(([name, run]) =>
    defineCommand(name, (args, context) =>
      run(args, context).catch((caught: unknown) => {
        if (caught instanceof OptionError) return failure(`${name}: ${caught.message}`);
        throw caught;
      }),
    ),
  );
  return [...small, trapCommand(traps), umaskCommand(tree)];
}

const commands: Readonly<Record<string, Run>> = {
  groups: async () => success("user\n"),
  id: async (args) => {
    const { has } = readOptions(args, { letters: "augGnrzZ", withValue: "", long: idNames });
    if (has("Z")) return failure("id: --context (-Z) works only on an SELinux-enabled kernel");
    const name = has("n") ? "user" : "1000";
    return success(has("u", "g", "G") ? `${name}\n` : "uid=1000(user) gid=1000(user) groups=1000(user)\n");
  },
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
  /** Only of what is exported. */
  printenv: async (args, { exportedEnv = {} }) => {
    const { words, has } = readOptions(args, { letters: "0", withValue: "", long: { null: "0" } });
    const end = has("0") ? "\0" : "\n";
    if (words.length === 0)
      return success(
        Object.keys(exportedEnv)
          .map((name) => `${name}=${exportedEnv[name]}${end}`)
          .join(""),
      );
    const found = words.filter((name) => Object.hasOwn(exportedEnv, name));
    const stdout = found.map((name) => exportedEnv[name] + end).join("");
    return { ...success(stdout), exitCode: Number(found.length < words.length) };
  },
  link: async (args, context) => {
    const { words } = readOptions(args, { letters: "", withValue: "", long: {} });
    const [file, name, more] = words;
    if (name === undefined || more !== undefined)
      throw new OptionError(more === undefined ? "missing operand" : `extra operand '${more}'`);
    const isTaken = await context.fs.exists(at(context, name));
    const isThere = await context.fs.exists(at(context, file));
    const fault = `link: cannot create link '${name}' to '${file}': `;
    if (isTaken || !isThere) return failure(fault + (isTaken ? "File exists" : "No such file or directory"));
    await context.fs.link(at(context, file), at(context, name));
    return success();
  },
  nproc: async () => success("1\n"),
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
  tty: async (args) => {
    const { words, has } = readOptions(args, { letters: "s", withValue: "", long: { silent: "s", quiet: "s" } });
    if (words[0] !== undefined) return { ...failure(`tty: extra operand '${words[0]}'`), exitCode: 2 };
    return { ...success(has("s") ? "" : "not a tty\n"), exitCode: 1 };
  },
  unlink: async (args, context) => {
    const { words } = readOptions(args, { letters: "", withValue: "", long: {} });
    if (words.length !== 1)
      throw new OptionError(words.length === 0 ? "missing operand" : `extra operand '${words[1]}'`);
    const path = at(context, words[0]);
    const isFile = (await context.fs.exists(path)) && !(await context.fs.lstat(path)).isDirectory;
    if (!isFile) return failure(`unlink: cannot unlink '${words[0]}'`);
    await context.fs.rm(path);
    return success();
  },
  uuidgen: async () => success(`${crypto.randomUUID()}\n`),
  yes: async (args) => ({
    ...success(endlessLines(latin1(new TextEncoder().encode(`${args.length > 0 ? args.join(" ") : "y"}\n`)))),
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

const idNames = { user: "u", group: "g", groups: "G", name: "n", real: "r", zero: "z", context: "Z" };

const installForms: OptionForms = {
  letters: "bcCdDgmopstTv",
  withValue: "gmot",
  long: { directory: "d", mode: "m", "target-directory": "t", "preserve-timestamps": "p", verbose: "v", strip: "s" },
};

function at(context: Context, path = ""): string {
  return resolve(context.cwd, path);
}

function success(stdout = "") {
  return { stdout, stderr: "", exitCode: 0 };
}

function failure(text: string, exitCode = 1) {
  return { stdout: "", stderr: `${text}\n`, exitCode };
}
