import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { startGitServer } from "#test/servers/git-server.ts";
import { launchChromium } from "../../chromium.ts";
import { startApplication } from "../application.ts";
import { type Figure, formatFigure } from "../figures.ts";
import { type RepositoryFile, writeRepository } from "../generated-repository.ts";
import { openRepository, visit } from "../visits.ts";

const firstRounds = 3;
const warmRounds = 7;

const scripts = { shell: "run.sh", javascript: "run.mjs", python: "run.py" } as const;
type Language = keyof typeof scripts;

/** Budgets in milliseconds, by what is new: this browser, this page, or nothing. */
const aims: Readonly<Record<Language, Readonly<Record<"browser" | "page" | "nothing", number>>>> = {
  shell: { browser: 500, page: 500, nothing: 30 },
  javascript: { browser: 300, page: 300, nothing: 30 },
  python: { browser: 5000, page: 1000, nothing: 50 },
};
const patience = 120_000;

const root = mkdtempSync(join(tmpdir(), "skillground-bench-"));
for (let round = 0; round < firstRounds; round++) {
  for (const language of Object.keys(scripts)) writeRepository(root, `bench/${language}-${round}`, filesOf(3));
}
writeRepository(root, "bench/few", filesOf(3));
writeRepository(root, "bench/many", filesOf(2000));
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const application = await startApplication(git.url);
const browser = await launchChromium();

try {
  for (const language of Object.keys(scripts) as Language[]) {
    for (const figure of await measureLanguage(browser, language)) console.log(formatFigure(figure));
  }
  console.log(formatFigure(await measureCopies(browser)));
  console.log(formatFigure(await measureStop(browser)));
} finally {
  await browser.close();
  await application.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}

/** One skill with a script per language that prints a line, and other files. */
function filesOf(count: number): readonly RepositoryFile[] {
  const folder = "skills/skill-0";
  const more = Array.from({ length: count - 3 }, (_, index) => `${folder}/references/${index % 20}/part-${index}.md`);
  return [
    { path: `${folder}/SKILL.md`, text: "---\nname: skill-0\ndescription: Prints a line.\n---\n\nRun a script.\n" },
    { path: `${folder}/scripts/run.sh`, text: "echo begun\n" },
    { path: `${folder}/scripts/run.mjs`, text: "console.log('begun');\n" },
    { path: `${folder}/scripts/run.py`, text: "print('begun')\n" },
    ...more.map((path) => ({ path, text: `${path} `.repeat(40) })),
  ];
}

/** Opens a repository, then one of its scripts in a page that has run nothing. */
async function openScript(page: Page, repository: string, language: Language): Promise<void> {
  await openRepository(page, `${git.url}/bench/${repository}`);
  await page.getByText(/^Saved/).waitFor({ timeout: patience });
  const address = new URL(page.url());
  address.searchParams.set("file", `skills/skill-0/scripts/${scripts[language]}`);
  await page.goto(address.href);
  await runButton(page).waitFor({ timeout: patience });
  // A person takes longer than this to read a script's name and its first lines.
  await page.waitForLoadState("networkidle");
}

function runButton(page: Page) {
  return page.getByRole("button", { name: "Run", exact: true });
}

async function measureLanguage(browser: Browser, language: Language): Promise<Figure[]> {
  const times = { browser: [] as number[], page: [] as number[], nothing: [] as number[] };
  for (let round = 0; round < firstRounds; round++) {
    await visit(browser, application.url, async (page) => {
      await openScript(page, `${language}-${round}`, language);
      times.browser.push(await timeOfLine(page, runButton(page)));
      await page.reload();
      await runButton(page).waitFor({ timeout: patience });
      await page.waitForLoadState("networkidle");
      times.page.push(await timeOfLine(page, runButton(page)));
      for (let again = 0; again < warmRounds; again++) times.nothing.push(await timeOfNextLine(page));
    });
  }
  return [
    figure(`${language}, the first in a browser`, times.browser, aims[language].browser),
    figure(`${language}, the first in a page`, times.page, aims[language].page),
    figure(`${language}, again`, times.nothing, aims[language].nothing),
  ];
}

function figure(name: string, samples: readonly number[], aim: number): Figure {
  return { name, unit: "ms", samples, reference: { name: "aim", samples: [aim] } };
}

/** From a click until the script's output is in the terminal. */
async function timeOfLine(page: Page, button: ReturnType<Page["getByRole"]>): Promise<number> {
  const line = watch(page, ".xterm-rows", "begun");
  await button.click();
  const { seen, clicked } = await line;
  await page.getByRole("status").getByText("Done", { exact: true }).waitFor({ timeout: patience });
  return seen - clicked;
}

async function timeOfNextLine(page: Page): Promise<number> {
  // The next run's frame is prepared as soon as a run has ended.
  await page.waitForTimeout(1000);
  const terminal = page.getByRole("region", { name: "Terminal" });
  await page.keyboard.press("Control+l");
  await terminal.getByRole("textbox", { name: "Command" }).focus();
  await page.keyboard.press("Control+l");
  await page.waitForFunction(() => !document.querySelector(".xterm-rows")?.textContent?.includes("begun"));
  return timeOfLine(page, terminal.getByRole("button", { name: "Run again" }));
}

/**
 * Observed from inside the page: when it was clicked, and when the text appeared in that place, which the same frame paints. The text for
 * screen readers keeps lines that were cleared. The time for which the button is held down is the person's.
 */
function watch(page: Page, place: string, text: string): Promise<{ readonly seen: number; readonly clicked: number }> {
  return page.evaluate(
    ([at, wanted]) =>
      new Promise<{ seen: number; clicked: number }>((resolve) => {
        let clicked = Number.NaN;
        addEventListener("click", ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true });
        const observer = new MutationObserver(() => {
          const shown = document.querySelector(at)?.textContent ?? "";
          if (Number.isNaN(clicked) || !shown.includes(wanted)) return;
          observer.disconnect();
          resolve({ seen: performance.now(), clicked });
        });
        observer.observe(document, { childList: true, characterData: true, subtree: true });
      }),
    [place, text] as const,
  );
}

/** The additional time of 2,000 more files for a line that does nothing. */
async function measureCopies(browser: Browser): Promise<Figure> {
  const times: Record<"few" | "many", number[]> = { few: [], many: [] };
  for (const size of ["few", "many"] as const) {
    await visit(browser, application.url, async (page) => {
      await openScript(page, size, "shell");
      await timeOfLine(page, runButton(page));
      for (let round = 0; round < warmRounds; round++) times[size].push(await timeOfNextLine(page));
    });
  }
  const few = times.few.toSorted((a, b) => a - b)[Math.floor(times.few.length / 2)] ?? Number.NaN;
  return figure(
    "2,000 files more to copy",
    times.many.map((time) => time - few),
    100,
  );
}

/** From the click on *Stop run* until the terminal says that it has ended, for Python code that never would. */
async function measureStop(browser: Browser): Promise<Figure> {
  const times: number[] = [];
  await visit(browser, application.url, async (page) => {
    await openScript(page, "few", "python");
    await timeOfLine(page, runButton(page));
    const terminal = page.getByRole("region", { name: "Terminal" });
    for (let round = 0; round < warmRounds; round++) {
      await terminal.getByRole("textbox", { name: "Command" }).fill("python3 -c 'while True: pass'");
      await page.keyboard.press("Enter");
      await terminal.getByText("Running, 2 s").waitFor({ timeout: patience });
      const stopped = watch(page, '[aria-label="Terminal"] header [role="status"]', "Stopped. Nothing was changed.");
      await terminal.getByRole("button", { name: "Stop run" }).click();
      const { seen, clicked } = await stopped;
      times.push(seen - clicked);
      await page.keyboard.press("Control+l");
      await terminal.getByRole("textbox", { name: "Command" }).fill("true");
      await page.keyboard.press("Enter");
      await terminal.getByText("Done", { exact: true }).waitFor({ timeout: patience });
    }
  });
  return figure("Stop until stopped", times, 300);
}
