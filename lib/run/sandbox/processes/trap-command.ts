import { type CustomCommand, defineCommand } from "just-bash/browser";
import type { ShellTraps } from "./shell-traps.ts";

const numbers: Readonly<Record<string, string>> = { 0: "EXIT", 1: "HUP", 2: "INT", 3: "QUIT", 13: "PIPE", 15: "TERM" };
const signals = new Set(
  "EXIT ERR DEBUG RETURN HUP INT QUIT PIPE TERM USR1 USR2 ALRM CHLD CONT TSTP TTIN TTOU WINCH".split(" "),
);

/** `trap`: what to do at `EXIT`, `ERR`, `DEBUG` and `RETURN`, and at signals, which only the shell sends itself here. */
export function trapCommand(traps: ShellTraps): CustomCommand {
  return defineCommand("trap", async (args) => {
    if (args.length === 0 || args[0] === "-p") return listed(traps, args.slice(1).map(signalName));
    const words = args[0] === "--" ? args.slice(1) : args;
    const [line = "-", ...names] = words.length === 1 ? ["-", ...words] : words;
    const refused = names.find((name) => !signals.has(signalName(name)));
    if (refused !== undefined) return failed(refused);
    for (const name of names) traps.set(signalName(name), line === "-" ? undefined : line);
    return { stdout: "", stderr: "", exitCode: 0 };
  });
}

function signalName(word: string): string {
  return numbers[word] ?? word.toUpperCase().replace(/^SIG/, "");
}

/** @param only signals to list; empty: all */
function listed(traps: ShellTraps, only: readonly string[]) {
  const told = traps.list().filter(({ signal }) => only.length === 0 || only.includes(signal));
  const lines = told.map(({ signal, line }) => {
    const name = /^(?:EXIT|ERR|DEBUG|RETURN)$/.test(signal) ? signal : `SIG${signal}`;
    return `trap -- '${line.replaceAll("'", "'\\''")}' ${name}\n`;
  });
  return { stdout: lines.join(""), stderr: "", exitCode: 0 };
}

function failed(name: string) {
  return { stdout: "", stderr: `bash: trap: ${name}: invalid signal specification\n`, exitCode: 1 };
}
