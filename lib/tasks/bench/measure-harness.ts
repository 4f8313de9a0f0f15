import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import type { Browser } from "@playwright/test";
import { build } from "rolldown";
import nextConfig from "../../../next.config.mjs";
import type { Figure } from "./figures.ts";
import type { HarnessTimes } from "./harness.worker.ts";

/** Of a worker each. */
const rounds = 7;

/** What a harness costs in a worker of the browser, beside its budget in milliseconds. */
export async function measureHarness(browser: Browser): Promise<Figure[]> {
  const page = await servePage(await bundleWorker());
  try {
    const times: HarnessTimes[] = [];
    for (let round = 0; round < rounds; round++) times.push(await timesOfWorker(browser, page.url));
    return toFigures(times);
  } finally {
    page.close();
  }
}

function toFigures(times: readonly HarnessTimes[]): Figure[] {
  const figure = (name: string, key: Exclude<keyof HarnessTimes, "worst">, budget: number): Figure => ({
    name,
    unit: "ms",
    samples: times.map((each) => each[key]),
    reference: { name: "budget", samples: [budget] },
  });
  const worst = times.map((each) => each.worst);
  const [{ count, name } = { count: 0, name: "" }] = worst.toSorted((a, b) => b.time - a.time);
  return [
    figure("2,000 skills discovered, nothing known, code not compiled yet", "first", 50),
    figure("2,000 skills discovered, nothing known", "unknown", 50),
    figure("2,000 skills discovered, contents known: another harness", "otherHarness", 50),
    figure("2,000 skills discovered, contents known: mounted anew", "mountedAnew", 50),
    figure("2,000 skills, again after one edit", "rescan", 5),
    figure("600 skills under 8 harnesses", "matrix", 250),
    {
      name: `malformed SKILL.md, worst of ${count} (${name})`,
      unit: "ms",
      samples: worst.map(({ time }) => time),
      reference: { name: "budget", samples: [200] },
    },
  ];
}

async function timesOfWorker(browser: Browser, url: string): Promise<HarnessTimes> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    return await page.evaluate(
      () =>
        new Promise<HarnessTimes>((resolve, reject) => {
          const worker = new Worker("/worker.js", { type: "module" });
          worker.onmessage = ({ data }) => resolve(data as HarnessTimes);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage("begin");
        }),
    );
  } finally {
    await page.close();
  }
}

/** As Turbopack bundles it: memfs without the parts it does not need, over Next's replacements for Node's modules. */
async function bundleWorker(): Promise<string> {
  const compiled = "next/dist/compiled";
  const { output } = await build({
    input: fileURLToPath(new URL("harness.worker.ts", import.meta.url)),
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
