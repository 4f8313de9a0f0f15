import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { type Kill, strike } from "#lib/tasks/soak/kill-trial.ts";
import { type KillableBrowser, startBrowser } from "#lib/tasks/soak/killable-browser.ts";
import { addresses } from "#test/addresses.ts";
import { randomOf } from "#test/servers/trees/random-files.ts";
import { type Lab, labOf, repository } from "./lab.ts";

export interface LabKillCount {
  readonly kills: number;
  /** Commands that were reported as saved before the kills. */
  readonly saves: number;
  /** Kills after which something reported as saved was gone. */
  readonly lost: number;
}

/** The page's text in a frame in which it said that everything is saved. */
interface Told {
  readonly hasSkills: boolean;
  readonly commands: number;
}

/** Longest time between opening a repository and the kill, in milliseconds: enough to clone it and make a dozen edits. */
const longestRun = 4000;

/** Opens a repository in the lab, edits and kills the lab, `times` times, each time in a browser with empty storage. */
export async function killLab(kill: Kill, times: number, seed = 1): Promise<LabKillCount> {
  const random = randomOf(seed);
  const count = { kills: 0, saves: 0, lost: 0 };
  for (; count.kills < times; count.kills++) {
    const { told, isLost } = await killOnce(kill, random(longestRun));
    count.saves += told.commands;
    if (isLost) count.lost++;
  }
  return count;
}

async function killOnce(kill: Kill, milliseconds: number): Promise<{ told: Told; isLost: boolean }> {
  const profile = mkdtempSync(join(tmpdir(), "skillground-kill-lab-"));
  let running = await startBrowser(profile);
  try {
    const page = await newPage(running);
    const toldBy = await watch(page);
    const lab = labOf(page);
    await page.goto(addresses.app);
    await lab.source.fill(repository("acme/skills"));
    await page.getByRole("button", { name: "Open", exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname !== "/");
    // Never resolves: it ends with the page.
    edit(lab).catch(() => undefined);
    await wait(milliseconds);
    const address = page.url();
    running = await strike(kill, running, page, profile);
    const told = toldBy();
    return { told, isLost: !(await isThere(await newPage(running), address, told)) };
  } finally {
    await running.kill();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function newPage({ browser }: KillableBrowser): Promise<Page> {
  const context = browser.contexts()[0];
  if (!context) throw new Error("The browser came without its profile.");
  return context.newPage();
}

/** Runs slash commands: each writes the harness's state file and is itself a part of the conversation. */
async function edit(lab: Lab): Promise<void> {
  for (let n = 0; ; n++) await lab.say(`/skills pdf-forms ${n % 2 === 0 ? "disable" : "enable"}`);
}

declare global {
  function tell(told: Told): Promise<void>;
}

/** Reads the page before each frame, as a person sees it; returns a function that gives the latest saved state. */
async function watch(page: Page): Promise<() => Told> {
  let last: Told = { hasSkills: false, commands: 0 };
  await page.exposeFunction("tell", (told: Told) => {
    last = told;
  });
  await page.addInitScript(() => {
    let before = "";
    function look(): void {
      requestAnimationFrame(look);
      if (!document.body?.textContent?.includes("Saved in this browser")) return;
      const loaded = document.querySelector('[aria-label="Loaded skills"]');
      const conversation = document.querySelector('[aria-label="Conversation"]')?.textContent ?? "";
      const told = {
        hasSkills: loaded?.textContent?.includes("pdf-forms") ?? false,
        commands: conversation.split("✓ Skill").length - 1,
      };
      if (JSON.stringify(told) === before) return;
      before = JSON.stringify(told);
      void tell(told);
    }
    look();
  });
  return () => last;
}

/** Whether everything reported as saved is there again, without the git host. */
async function isThere(page: Page, address: string, told: Told): Promise<boolean> {
  if (!told.hasSkills && told.commands === 0) return true;
  await page.route("**/api/git/**", (route) => route.abort());
  await page.goto(address);
  return page
    .waitForFunction(
      ({ hasSkills, commands }) => {
        const textOf = (name: string) => document.querySelector(`[aria-label="${name}"]`)?.textContent ?? "";
        const isThere = textOf("Conversation").split("✓ Skill").length - 1 >= commands;
        // Loaded, or off if the last command turned it off.
        return isThere && (!hasSkills || textOf("Skills").includes("pdf-forms"));
      },
      told,
      { timeout: 60_000 },
    )
    .then(
      () => true,
      () => false,
    );
}
