/**
 * `git http-backend`, started by a process that does nothing else.
 *
 * Starting a program copies the page tables of the process that starts it: from a test worker of a gigabyte that takes five
 * times as long as from a small process, and test workers ask for a thousand answers of git.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { buffer, text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";

let started: Promise<number> | undefined;

/**
 * What the CGI program prints, head and body, for `body` as its input.
 * @param environment its variables, and no others
 * @param signal ends the program
 */
export async function runGitBackend(
  environment: NodeJS.ProcessEnv,
  body: Buffer,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  started ??= startProcess();
  const asked = request({ host: "127.0.0.1", port: await started, method: "POST", signal });
  // The variables go first, on a line of their own.
  asked.write(`${JSON.stringify(environment)}\n`);
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

/** The port on 127.0.0.1 of a process that ends with this one. */
async function startProcess(): Promise<number> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ["pipe", "pipe", "inherit"] });
  const [line] = await once(createInterface(child.stdout), "line");
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) (pipe as unknown as { unref(): void }).unref();
  return Number(line);
}

async function answer(asked: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = await buffer(asked);
  const end = sent.indexOf("\n");
  const env = JSON.parse(sent.subarray(0, end).toString());
  const child = spawn("git", ["http-backend"], { env, stdio: ["pipe", "pipe", "ignore"] });
  response.on("close", () => child.kill());
  child.stdin.on("error", () => child.kill());
  child.stdin.end(sent.subarray(end + 1));
  await pipeline(child.stdout, response);
}

if (import.meta.main) {
  const server = createServer((asked, response) => {
    // Readers leave in the middle: that is what is being tested.
    answer(asked, response).catch(() => response.destroy());
  });
  // Not by `console.log`, which colours numbers where it is asked to.
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
  await text(process.stdin);
  process.exit();
}
