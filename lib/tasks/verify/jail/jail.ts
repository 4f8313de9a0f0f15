import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { world } from "../tree.ts";
import { FailedJail, type JailAnswer, type JailTask, jsonLine } from "./jail-task.ts";

/**
 * A Linux namespace for a program: a network with a loopback only, processes that end with it, and an empty folder in memory for the trees.
 */
export interface Jail {
  run(task: JailTask): Promise<JailAnswer>;
  stop(): void;
}

const enter = `mount -t tmpfs none ${world} && ip link set lo up && exec "$@"`;
const apart = ["-rn", "--mount", "--pid", "--fork", "--mount-proc", "--kill-child"];

/** Why this machine cannot create a jail; `undefined` if it can. */
export function whyNoJail(): string | undefined {
  const { error, status, stderr } = spawnSync("unshare", [...apart, "sh", "-c", enter, "jail", "true"], {
    encoding: "utf8",
  });
  if (error)
    return `Programs run in a namespace of their own, and there is no command unshare here (${error.message}).`;
  if (status === 0) return undefined;
  return `This machine makes no namespace to run a program in: ${stderr.trim().split("\n")[0]}.`;
}

/** Whether this machine has what keeps a screen (`on-screen.ts`). */
export function hasScreens(): boolean {
  return spawnSync("tmux", ["-V"]).status === 0;
}

function startJail(): Jail {
  const inside = fileURLToPath(new URL("in-jail.ts", import.meta.url));
  const child = spawn("unshare", [...apart, "sh", "-c", enter, "jail", process.execPath, inside], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const answers = answersOf(child);
  return {
    async run(task) {
      child.stdin?.write(jsonLine(task));
      const { value, done } = await answers.next();
      if (done) throw new FailedJail("The jail has ended in the middle of a run.");
      return JSON.parse(value) as JailAnswer;
    },
    // `unshare` itself ignores SIGTERM.
    stop: () => child.kill("SIGKILL"),
  };
}

/** Several jails as one: each run takes the first free one, or waits for it. */
export function startJails(count: number): Jail {
  const jails = Array.from({ length: count }, startJail);
  const free = [...jails];
  const waiting: ((jail: Jail) => void)[] = [];
  return {
    async run(task) {
      const jail = free.pop() ?? (await new Promise<Jail>((resolve) => waiting.push(resolve)));
      try {
        return await jail.run(task);
      } finally {
        const next = waiting.shift();
        if (next) next(jail);
        else free.push(jail);
      }
    },
    stop() {
      for (const jail of jails) jail.stop();
    },
  };
}

function answersOf({ stdout }: ChildProcess): AsyncIterator<string> {
  if (!stdout) throw new FailedJail("The jail does not answer.");
  return createInterface({ input: stdout })[Symbol.asyncIterator]();
}
