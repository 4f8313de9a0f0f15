/**
 * `git http-backend`, started by a process that does nothing else.
 * Starting a program copies the page tables of the starting process: from a test worker of a gigabyte that takes five times as long as from
 * a small process, and tests need a thousand answers of git.
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
 * The output of the CGI program, header and body, for `body` as its input.
 * @param environment its complete environment
 * @param signal ends the program
 */
export async function runGitBackend(
  environment: NodeJS.ProcessEnv,
  body: Buffer,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  started ??= startProcess();
  const asked = request({ host: "127.0.0.1", port: await started, method: "POST", signal });
  // The environment is sent first, on a line of its own.
  asked.write(`${JSON.stringify(environment)}\n`);
  asked.end(body);
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  return answer;
}

/** The port on 127.0.0.1 of a helper process that ends with this one. */
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
    // Tests make readers leave in the middle.
    answer(asked, response).catch(() => response.destroy());
  });
  // Not `console.log`, which may colour numbers.
  server.listen(0, "127.0.0.1", () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
  await text(process.stdin);
  process.exit();
}
