import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "@playwright/test";
import { labOf } from "#e2e/lab.ts";
import { startGitServer } from "#test/servers/git-server.ts";
import { launchChromium } from "../chromium.ts";
import { startApplication } from "./application.ts";
import { addName, generateRepository } from "./generated-repository.ts";
import { memoryFolder } from "./visits.ts";

const [, , , asked = "20", askedFiles = "5000", filesPerSkill = "250"] = process.argv;
/** As many repositories as a person may have open at once, each of some 6 MB in this many files. */
const mountCount = Number(asked);
const size = {
  files: Number(askedFiles),
  words: Math.ceil(450_000 / Number(askedFiles)),
  filesPerSkill: Number(filesPerSkill),
};
const patience = 120_000;

const root = mkdtempSync(join(memoryFolder, "skillground-bench-"));
generateRepository(root, "bench/one", size);
for (let index = 0; index < mountCount; index++) addName(root, "bench/one", `bench/one-${index}`);
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const application = await startApplication(git.url);
const browser = await launchChromium();

try {
  const context = await browser.newContext({ baseURL: application.url });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const session = await context.newCDPSession(page);
  await page.goto("/try/first-look");
  await page.getByRole("button", { name: "Add a source" }).first().waitFor();
  await report(page, session, "a sample alone");
  for (let index = 0; index < mountCount; index++) {
    await mountOne(page, `${git.url}/bench/one-${index}`);
    if (index === 0 || (index + 1) % 10 === 0) await report(page, session, `${index + 1} mounted`);
  }
  await page.reload();
  await page.getByText(/^Saved/).waitFor({ timeout: patience });
  await page.waitForTimeout(5000);
  await report(page, session, "after a reload");
} finally {
  await browser.close();
  await application.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}

async function mountOne(page: Page, repository: string): Promise<void> {
  const before = await page.evaluate(() => performance.getEntriesByName("clone").length);
  const dialog = page.getByRole("dialog", { name: "Sources" });
  await page.getByRole("button", { name: "Add a source" }).first().click();
  await dialog.waitFor();
  await labOf(page).source.fill(repository);
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await page.waitForFunction((count) => performance.getEntriesByName("clone").length > count, before, {
    timeout: patience,
  });
  await labOf(page).progress.waitFor({ state: "hidden", timeout: patience });
  await page.getByText(/^Saved/).waitFor({ timeout: patience });
}

/** Prints MB of the page: its objects and buffers after a garbage collection, and its process as the system counts it. */
async function report(page: Page, session: CDPSession, name: string): Promise<void> {
  await page.waitForTimeout(1500);
  await session.send("HeapProfiler.enable");
  for (let round = 0; round < 2; round++) await session.send("HeapProfiler.collectGarbage");
  const { usedSize, backingStorageSize } = (await session.send("Runtime.getHeapUsage")) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  const { resident, peak } = await largestRenderer(browser);
  console.log(
    `${name}: objects ${mega(usedSize)}, buffers ${mega(backingStorageSize ?? Number.NaN)}, process ${resident} now, ${peak} at most (MB)`,
  );
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

async function largestRenderer(of: Browser): Promise<{ readonly resident: string; readonly peak: string }> {
  if (process.platform !== "linux") return { resident: "?", peak: "?" };
  const session = await of.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => readFileSync(`/proc/${id}/status`, "utf8"))
    .map((status) => ({ resident: kilobytes(status, "VmRSS"), peak: kilobytes(status, "VmHWM") }))
    .sort((a, b) => b.resident - a.resident);
  const [{ resident = Number.NaN, peak = Number.NaN } = {}] = sizes;
  return { resident: mega(resident * 1000), peak: mega(peak * 1000) };
}

function kilobytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
}
