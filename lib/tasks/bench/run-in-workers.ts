import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { build } from "rolldown";
import nextConfig from "../../../next.config.mjs";

/**
 * Runs a worker of this folder in the browser, anew for each of `rounds`: a page, a compiler and a database that know
 * nothing. The worker answers its one message with what it measured.
 */
export async function runInWorkers<Times>(browser: Browser, file: string, rounds: number): Promise<Times[]> {
  const page = await servePage(await bundleWorker(file));
  try {
    const times: Times[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timesOfWorker<Times>(browser, page.url));
    return times;
  } finally {
    page.close();
  }
}

async function timesOfWorker<Times>(browser: Browser, url: string): Promise<Times> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url);
    const times = await page.evaluate(
      () =>
        new Promise((resolve, reject) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage("begin");
        }),
    );
    return times as Times;
  } finally {
    await context.close();
  }
}

/** As Turbopack bundles it: memfs without the parts it does not need, over Next's replacements for Node's modules. */
async function bundleWorker(file: string): Promise<string> {
  const compiled = "next/dist/compiled";
  const { output } = await build({
    input: fileURLToPath(new URL(file, import.meta.url)),
    platform: "browser",
    resolve: {
      alias: {
        ...absoluteStubs(),
        "node:path": `${compiled}/path-browserify`,
        "node:buffer": `${compiled}/buffer`,
        process: `${compiled}/process/browser.js`,
      },
    },
    transform: { define: { __dirname: '"/"' } },
    output: { minify: true, codeSplitting: false },
    write: false,
  });
  return output[0].code;
}

function absoluteStubs(): Record<string, string> {
  const root = new URL("../../../", import.meta.url);
  const stubs = Object.entries(nextConfig.turbopack?.resolveAlias ?? {});
  return Object.fromEntries(stubs.map(([name, path]) => [name, fileURLToPath(new URL(String(path), root))]));
}

async function servePage(script: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer((request, response) => {
    const isScript = request.url === "/worker.js";
    response.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    response.end(isScript ? script : "<!doctype html><title>Bench</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
