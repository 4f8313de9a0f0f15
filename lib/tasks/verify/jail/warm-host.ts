/**
 * A program of Node.js in a process that stays: it is loaded once, and its main function is called for each tree. Started by `in-jail.ts`
 * with the module's address; a `WarmRun` comes in as a message, a `WarmEnd` goes out.
 */
import { Readable } from "node:stream";
import { mostOutput, type WarmEnd, type WarmRun } from "./jail-task.ts";

const [, , module = "", exported = ""] = process.argv;
const send = process.send?.bind(process);
// A program that can send messages takes itself for another's helper.
delete process.send;

class Ended extends Error {}

let runs = 0;
let end: ((code: number) => void) | undefined;

function exit(code?: number | string | null): never {
  end?.(Number(code ?? process.exitCode ?? 0));
  throw new Ended();
}

// What is thrown here belongs to the run that has ended, or ends the one that runs, as it would end the program.
const onThrown = (thrown: unknown) => {
  if (thrown instanceof Ended) return;
  process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`);
  end?.(1);
};
const listened = [
  "exit",
  "beforeExit",
  "SIGINT",
  "SIGTERM",
  "SIGHUP",
  "uncaughtException",
  "unhandledRejection",
  "warning",
];

function run({ args, env, cwd }: WarmRun): Promise<WarmEnd> {
  const output = { stdout: "", stderr: "" };
  for (const name of listened) process.removeAllListeners(name);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  // A module that is the process's own calls its main function itself.
  process.argv = [process.execPath, exported === "" ? module : import.meta.filename, ...args];
  process.exitCode = undefined;
  // Each run reads to the end of it.
  Object.defineProperty(process, "stdin", { value: Object.assign(Readable.from([]), { fd: 0 }), configurable: true });
  return new Promise((resolve) => {
    end = (code) => {
      end = undefined;
      process.chdir("/");
      resolve({ ...output, code });
    };
    for (const name of ["stdout", "stderr"] as const) {
      process[name].write = writer((text) => (output[name] = (output[name] + text).slice(0, mostOutput)));
    }
    void start();
  });
}

/** Calls the module's main function; without one, evaluates its entry once more: what it imports stays loaded. */
async function start(): Promise<void> {
  try {
    if (exported === "") await import(`${module}?${runs++}`);
    else {
      const { [exported]: main } = (await import(module)) as Record<string, (args: readonly string[]) => Promise<void>>;
      await main?.(process.argv.slice(2));
      end?.(Number(process.exitCode ?? 0));
    }
  } catch (thrown) {
    onThrown(thrown);
  }
}

function writer(add: (text: string) => void): typeof process.stdout.write {
  return (chunk: string | Uint8Array, encodingOrDone?: unknown, done?: unknown) => {
    add(typeof chunk === "string" ? chunk : Buffer.from(chunk).toString());
    const written = [encodingOrDone, done].find((each) => typeof each === "function") as (() => void) | undefined;
    if (written) process.nextTick(written);
    return true;
  };
}

// A program may put back the function that it has found in its place.
Object.defineProperty(process, "exit", { get: () => exit, set: () => undefined, configurable: true });
process.setUncaughtExceptionCaptureCallback(onThrown);

function listen(): void {
  process.once("message", (task) => void run(task as WarmRun).then(answer));
  // Without it the process would end where nothing else keeps it.
  process.channel?.ref();
}

function answer(ended: WarmEnd): void {
  // A program may have removed every listener of its process, this one's too.
  process.removeAllListeners("message");
  listen();
  send?.(ended);
}

listen();
