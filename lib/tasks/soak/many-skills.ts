/**
 * Opens 5,000 skills in a browser and changes the harness again and again: prints the heaviest task of the page's own thread for
 * each, and fails where one holds the page for long. `npm run soak skills`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { profiles } from "#lib/harness/profiles.ts";
import { startGitServer } from "#test/servers/git-server.ts";
import { generateRepository } from "../bench/generated-repository.ts";
import { tasksDuring } from "../bench/long-tasks.ts";
import { chromiumFlags, findChromium } from "../chromium.ts";
import { serveProject } from "./served-project.ts";

const skillCount = 5_000;
/** The first visit of a harness compiles its code, too; the better of these counts. */
const rounds = 2;
/** Milliseconds of a processor in one task. */
const longestHold = 50;
const chosen = "harness-chosen";

const root = mkdtempSync(join(tmpdir(), "skillground-soak-"));
// Of half a kilobyte each. ak-coder tells its model their whole text, and to join 24 MB takes a tenth of a second, however it is done.
generateRepository(root, "soak/many", { files: skillCount, filesPerSkill: 1, words: 40 });
const git = await startGitServer({ root });
const project = await serveProject(process.cwd(), { GIT_RELAY_ALLOW: git.url });
const executablePath = findChromium(true);
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
try {
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.goto(`${project.url}/git/${encodeURIComponent(`${git.url}/soak/many`)}`);
  await page
    .getByText(/\b5,000 skills\b/)
    .first()
    .waitFor({ timeout: 120_000 });
  // Where each harness takes installs: all of them are loaded under all.
  await page.getByText("As installed", { exact: true }).click();
  await page.waitForTimeout(5_000);
  const heaviest = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    for (const { id, label } of profiles) {
      const held = Math.max(...(await tasksOfChoice(page, id)));
      heaviest.set(label, Math.min(held, heaviest.get(label) ?? held));
    }
  }
  for (const [label, held] of heaviest) {
    const isLong = held > longestHold;
    console.log(`${label.padEnd(24)} ${held.toFixed(0)} ms${isLong ? ", HELD" : ""}`);
    if (isLong) process.exitCode = 1;
  }
} finally {
  await browser.close();
  await project.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}

/** Milliseconds of a processor of each task, from the choice of a harness until the page rests. */
async function tasksOfChoice(page: Page, profileId: string): Promise<readonly number[]> {
  const tasks = await tasksDuring(browser, page, chosen, async () => {
    // Without the driver's way of finding and pressing things, which goes through the whole page and would be measured, too.
    await page.evaluate(
      ([mark, id]) => {
        const select = [...document.querySelectorAll("select")].find(({ options }) =>
          [...options].some(({ value }) => value === id),
        );
        if (!select) throw new Error("No field has this harness.");
        // In a task of its own, as a person's choice is.
        setTimeout(() => {
          performance.mark(mark);
          select.value = id;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        });
      },
      [chosen, profileId] as const,
    );
    await page.waitForTimeout(4_000);
  });
  return tasks.map(({ ofProcessor }) => ofProcessor);
}
