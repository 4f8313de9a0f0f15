import { fork, type SpawnOptionsWithStdioTuple, type StdioNull, type StdioPipe, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { run } from "./run.mjs";

const node = process.execPath;

test("gives the exit code, and the output of both kinds", async () => {
  let output = "";
  const code = await run(node, ["--eval", "console.log('out'); console.error('err'); process.exit(7)"], {}, (text) => {
    output += text;
  });
  expect(code).toBe(7);
  expect(output.split("\n").sort()).toEqual(["", "err", "out"]);
});

test("a program that is not there is an error", async () => {
  await expect(run("no-such-program", [])).rejects.toThrow("ENOENT");
});

/** A process that runs another through `run` and prints its id; `shell` puts a shell in between that forwards nothing. */
function startChain(shell: boolean) {
  const inner = "console.log(process.pid); setInterval(() => {}, 1000)";
  const outer = `import { run } from ${JSON.stringify(new URL("run.mjs", import.meta.url).href)};
    process.exitCode = await run(process.execPath, ["--eval", ${JSON.stringify(inner)}]);`;
  const args = ["--input-type=module", "--eval", outer];
  const options: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioNull> = { stdio: ["ignore", "pipe", "inherit"] };
  return shell ? spawn("sh", ["-c", '"$0" "$@"; true', node, ...args], options) : spawn(node, args, options);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
    throw error;
  }
}

test.each([false, true])("ends what it runs when it is ended itself (through a shell: %s)", async (shell) => {
  const chain = startChain(shell);
  const [line] = await once(chain.stdout, "data");
  const pid = Number(String(line));
  expect(isRunning(pid)).toBe(true);
  chain.kill("SIGTERM");
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test("a process that prints goes on when nobody reads it any more", async () => {
  const printing = `import { outliveReaders } from ${JSON.stringify(new URL("run.mjs", import.meta.url).href)};
    outliveReaders();
    let uncaught = 0;
    process.on("uncaughtException", (error) => {
      uncaught++;
      process.stderr.write(String(error));
    });
    process.on("message", () => {
      process.stdout.write("more");
      setTimeout(() => process.send(uncaught), 300);
    });
    process.stdout.write("ready");`;
  const child = fork("data:text/javascript,0", { execArgv: ["--input-type=module", "--eval", printing], silent: true });
  onTestFinished(() => void child.kill("SIGKILL"));
  if (!child.stdout || !child.stderr) throw new Error("Its output cannot be read.");
  await once(child.stdout, "data");
  child.stdout.destroy();
  child.stderr.destroy();
  child.send("print");
  expect(await once(child, "message")).toEqual([0, undefined]);
});
