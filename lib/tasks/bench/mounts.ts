import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { startGitServer } from "#e2e/servers/git-server.ts";
import { chromiumFlags, findChromium } from "../chromium.ts";
import { startApplication } from "./application.ts";
import { type Figure, formatFigure } from "./figures.ts";
import { addName, generateRepository } from "./generated-repository.ts";
import { measureStorage } from "./measure-storage.ts";
import { addToOpenLab, type Mounting, openOnFirstVisit } from "./mount-repository.ts";
import { cloneNatively, memoryFolder } from "./visits.ts";

/** Each is preceded by a native clone, so that both meet the same machine. */
const rounds = 5;
const linkSpeed = 5_000_000;

const generated = {
  small: { files: 100, words: 700 },
  medium: { files: 500, words: 2200 },
  large: { files: 10_000, words: 220 },
};

const root = mkdtempSync(join(memoryFolder, "skillground-bench-"));
const names = Object.entries(generated).map(([name, size]) => {
  generateRepository(root, `bench/${name}`, size);
  return `bench/${name}`;
});
names.push(...process.argv.slice(3).map(lend));

const config = { "uploadpack.allowFilter": "true" };
const git = await startGitServer({ root, config });
const slowGit = await startGitServer({ root, config, bytesPerSecond: linkSpeed });
const application = await startApplication(`${git.url},${slowGit.url}`);
const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });

try {
  for (const figure of await measureStorage(browser)) console.log(formatFigure(figure));
  for (const name of names) await report(browser, name, `${git.url}/${name}`);
  addName(root, "bench/large", "bench/large-slowly");
  await report(browser, "bench/large at 5 MB/s", `${slowGit.url}/bench/large-slowly`);
} finally {
  await browser.close();
  await application.stop();
  await git.stop();
  await slowGit.stop();
  rmSync(root, { recursive: true });
}

/** Serves a repository from where it lies; its name on the server. */
function lend(folder: string, index: number): string {
  const path = resolve(folder);
  const repository = existsSync(join(path, ".git")) ? join(path, ".git") : path;
  const name = `named/${index}-${basename(path)}`;
  mkdirSync(join(root, "named"), { recursive: true });
  symlinkSync(repository, join(root, `${name}.git`));
  return name;
}

async function report(browser: Browser, name: string, repository: string): Promise<void> {
  const native: number[] = [];
  const added: Mounting[] = [];
  const opened: Mounting[] = [];
  for (let round = 0; round < rounds; round++) {
    native.push(await cloneNatively(repository));
    added.push(await addToOpenLab(browser, application.url, anotherName(repository, `added-${round}`)));
    opened.push(await openOnFirstVisit(browser, application.url, anotherName(repository, `opened-${round}`)));
  }
  for (const figure of figuresOf(name, { added, opened, native })) console.log(formatFigure(figure));
  const [memory] = [...added, ...opened].map(({ peakMemory }) => peakMemory).sort((a, b) => b - a);
  if (memory !== undefined && !Number.isNaN(memory))
    console.log(`${name}, peak memory of the page: ${memory.toFixed(0)} MB`);
}

/** Of each measurement one of its own, so that the relay has no answer left from the last. */
function anotherName(repository: string, suffix: string): string {
  const other = `${repository}-${suffix}`;
  addName(root, pathOf(repository), pathOf(other));
  return other;
}

function pathOf(repository: string): string {
  return new URL(repository).pathname.slice(1);
}

interface Samples {
  readonly added: readonly Mounting[];
  readonly opened: readonly Mounting[];
  readonly native: readonly number[];
}

function figuresOf(name: string, { added, opened, native }: Samples): Figure[] {
  const reference = { name: "git clone --depth 1", samples: native };
  const figure = (what: string, samples: readonly number[]): Figure => ({
    name: `${name}, ${what}`,
    unit: "ms",
    samples,
    reference,
  });
  return [
    figure(
      "skill list",
      added.map(({ listed }) => listed),
    ),
    figure(
      "whole, verified",
      added.map(({ cloned }) => cloned),
    ),
    figure(
      "first visit, skill list",
      opened.map(({ listed }) => listed),
    ),
    figure(
      "first visit, whole, verified",
      opened.map(({ cloned }) => cloned),
    ),
    figure(
      "first visit, from the click to the lab",
      opened.map(({ mounted }) => mounted),
    ),
  ];
}
