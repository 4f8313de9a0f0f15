import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { build } from "rolldown";
import type { ServedPage } from "#test/servers/git-server.ts";
import nextConfig from "../../../next.config.mjs";

/**
 * Runs a worker, given by its file, in the browser, once per round in a page, compiler and database without any state. The worker answers
 * its one message with its measurements.
 */
export async function runInWorkers<Times>(browser: Browser, file: URL, rounds: number): Promise<Times[]> {
  const page = await servePages(await workerPages(file));
  try {
    const times: Times[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timesOfWorker<Times>(browser, page.url, "begin"));
    return times;
  } finally {
    page.close();
  }
}

/** Runs the worker of `workerPages`, served at `origin`, in a new browser context. */
export async function timesOfWorker<Times>(browser: Browser, origin: string, message: string): Promise<Times> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}${pagePath}`);
    const times = await page.evaluate(
      (message) =>
        new Promise((resolve, reject) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(message);
        }),
      message,
    );
    return times as Times;
  } finally {
    await context.close();
  }
}

const pagePath = "/bench.html";

/** A page that runs a worker, and the worker's script, by path. */
export async function workerPages(file: URL): Promise<Map<string, ServedPage>> {
  return new Map([
    [pagePath, { type: "text/html", body: "<!doctype html><title>Bench</title>" }],
    ["/worker.js", { type: "text/javascript", body: await bundleWorker(file) }],
  ]);
}

/** Bundled like by Turbopack: over Next's replacements for Node's modules. */
async function bundleWorker(file: URL): Promise<string> {
  const compiled = "next/dist/compiled";
  const { output } = await build({
    input: fileURLToPath(file),
    platform: "browser",
    resolve: {
      alias: {
        ...absoluteStubs(),
        "node:path": `${compiled}/path-browserify`,
        "node:buffer": `${compiled}/buffer`,
        buffer: `${compiled}/buffer`,
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

async function servePages(pages: ReadonlyMap<string, ServedPage>): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(({ url = "/" }, response) => {
    const page = pages.get(url);
    if (page) response.setHeader("Content-Type", page.type).end(page.body);
    else response.writeHead(404).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
