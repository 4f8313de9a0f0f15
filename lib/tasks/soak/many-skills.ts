/**
 * Opens 5,000 skills in a browser and switches the harness again and again: prints the heaviest task of the page's thread for each, and
 * fails if one blocks the page for long. `npm run soak skills`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { profiles } from "#lib/harness/profiles.ts";
import { startGitServer } from "#test/servers/git-server.ts";
import { generateRepository } from "../bench/generated-repository.ts";
import { tasksDuring } from "../bench/long-tasks.ts";
import { launchChromium } from "../chromium.ts";
import { serveProject } from "./served-project.ts";

const skillCount = 5_000;
/** The first visit of a harness also compiles its code; the better round counts. */
const rounds = 2;
/** Processor milliseconds in one task. */
const longestHold = 50;
const chosen = "harness-chosen";

const root = mkdtempSync(join(tmpdir(), "skillground-soak-"));
// Half a kilobyte each. ak-coder tells its model the skills' whole text, and joining 24 MB takes a tenth of a second in any way.
generateRepository(root, "soak/many", { files: skillCount, filesPerSkill: 1, words: 40 });
const git = await startGitServer({ root });
const project = await serveProject(process.cwd(), { GIT_RELAY_ALLOW: git.url });
const browser = await launchChromium();
try {
  const page = await browser.newPage({ serviceWorkers: "block" });
  await page.goto(`${project.url}/git/${encodeURIComponent(`${git.url}/soak/many`)}`);
  await page
    .getByText(/\b5,000 skills\b/)
    .first()
    .waitFor({ timeout: 120_000 });
  // Installed where each harness looks, so that every harness loads them all.
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

/** Processor milliseconds of each task, from choosing a harness until the page is idle. */
async function tasksOfChoice(page: Page, profileId: string): Promise<readonly number[]> {
  const tasks = await tasksDuring(browser, page, chosen, async () => {
    // Not with the driver's own functions, which search the whole page and would be measured too.
    await page.evaluate(
      ([mark, id]) => {
        const select = [...document.querySelectorAll("select")].find(({ options }) =>
          [...options].some(({ value }) => value === id),
        );
        if (!select) throw new Error("No field has this harness.");
        // In a task of its own, like a person's choice.
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
