/**
 * Visitors who come while a proxy in front of the server is broken, and one beside them without the proxy. After the fault the site has to
 * work for all of them, online and offline. `npm run soak offline`; by hand `node lib/tasks/soak/offline.ts [visitors] [folder of another
 * version]`.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { type Fault, type FaultProxy, faults, signInPage, startFaultProxy } from "#test/servers/fault-proxy.ts";
import { randomOf } from "#test/servers/trees/random-files.ts";
import { percentile } from "../bench/figures.ts";
import { launchChromium } from "../chromium.ts";
import { serveProject } from "./served-project.ts";

const [visitors = "12", folder = process.cwd()] = process.argv.slice(2);

/** Milliseconds until the lab shows its skills, and until the service worker has cached what it will. */
const patience = 45_000;

const server = await serveProject(folder, {});
const browser = await launchChromium();
/** Visitors for whom something did not work. */
let harmed = 0;
try {
  const quiet = await honestVisits(browser, async () => wait(10_000));
  const beside = await honestVisits(browser, async () => {
    for (let seed = 1; seed <= Number(visitors); seed++) {
      const outcome = await visitWhileBroken(browser, seed);
      if (Object.values(outcome).includes(false)) harmed++;
      console.log(`visitor ${seed}: ${JSON.stringify(outcome)}`);
    }
  });
  const left = await leaveAfterThreeSeconds(browser);
  console.log(`visitors of a broken proxy: ${visitors}, harmed afterwards: ${harmed}`);
  console.log(`who left after 3 s ${left ? "has" : "has not"} the lab offline`);
  console.log(
    `honest visitor: 95 % within ${p95(quiet)} ms alone, within ${p95(beside)} ms beside (${beside.length} visits)`,
  );
  if (harmed > 0 || !left) process.exitCode = 1;
} finally {
  await browser.close();
  await server.stop();
}

function p95(times: readonly number[]): string {
  return percentile(times, 0.95).toFixed(0);
}

interface Outcome {
  /** The lab opens once the server answers correctly again. */
  readonly online: boolean;
  /** It also opens without a network, once it was cached. */
  readonly offline: boolean;
  /** See `isOwn`. */
  readonly own: boolean;
}

/** Visits while a share of all answers is faulty, then when none is, then without a network. */
async function visitWhileBroken(browser: Browser, seed: number): Promise<Outcome> {
  const front = await startFaultProxy(server.url);
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    front.use(brokenShare(seed));
    await page.goto(`${front.url}/guide`, { timeout: patience }).catch(() => undefined);
    await isKept(page, patience / 4);
    front.use((right) => right);
    await page.goto(`${front.url}/guide`);
    await isKept(page, patience);
    const online = await opens(page, front);
    await context.setOffline(true);
    const offline = await opens(page, front);
    await page.goto(`${front.url}/guide`).catch(() => undefined);
    return { online, offline, own: await isOwn(page) };
  } finally {
    await context.close();
    await front.stop();
  }
}

/**
 * Makes each answer to the worker faulty with a probability that differs by visitor, in a random way; at times every answer is a sign-in
 * page.
 */
function brokenShare(seed: number): Fault {
  const random = randomOf(seed);
  const share = [30, 65, 100][seed % 3] as number;
  const shapes = seed % 4 === 0 ? [signInPage] : Object.values(faults);
  return (right, asked) =>
    asked.isOfWorker && random(100) < share ? (shapes[random(shapes.length)] as Fault)(right, asked) : right;
}

/** Whether only the site's own pages ran. A page whose scripts are missing reloads itself, and is then asked again. */
async function isOwn(page: Page): Promise<boolean> {
  const ask = () => page.evaluate(() => !("isForeign" in globalThis));
  return ask().catch(async () => {
    await page.waitForLoadState();
    return ask();
  });
}

async function isKept(page: Page, milliseconds: number): Promise<boolean> {
  return page.evaluate(async (milliseconds) => {
    const late = new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds));
    return Promise.race([navigator.serviceWorker.ready.then(() => true), late]);
  }, milliseconds);
}

async function opens(page: Page, { url }: Pick<FaultProxy, "url">): Promise<boolean> {
  try {
    await page.goto(`${url}/try/first-look`, { timeout: patience });
    await page.getByRole("list", { name: "Loaded skills" }).getByText("code-review").waitFor({ timeout: patience });
    return true;
  } catch {
    return false;
  }
}

/** Visits the server directly, again and again, while `work` runs: milliseconds until the lab shows the skills. */
async function honestVisits(browser: Browser, work: () => Promise<void>): Promise<readonly number[]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const times: number[] = [];
  let isDone = false;
  const visiting = async () => {
    while (!isDone) {
      const start = performance.now();
      if (!(await opens(page, server))) harmed++;
      times.push(performance.now() - start);
      await wait(500);
    }
  };
  const visits = visiting();
  await work();
  isDone = true;
  await visits;
  await context.close();
  return times;
}

async function leaveAfterThreeSeconds(browser: Browser): Promise<boolean> {
  const context: BrowserContext = await browser.newContext();
  try {
    const visit = await context.newPage();
    await visit.goto(`${server.url}/guide`);
    await wait(3000);
    await visit.close();
    await wait(patience);
    await context.setOffline(true);
    return await opens(await context.newPage(), server);
  } finally {
    await context.close();
  }
}
