import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join, resolve } from "node:path";
import type { Browser } from "@playwright/test";
import { startGitServer } from "#test/servers/git-server.ts";
import { launchChromium } from "../../chromium.ts";
import { startApplication } from "../application.ts";
import { type Figure, formatFigure } from "../figures.ts";
import { addName, generateRepository } from "../generated-repository.ts";
import { timesOfWorker, workerPages } from "../run-in-workers.ts";
import { cloneNatively, memoryFolder } from "../visits.ts";
import { measureStorage } from "./measure-storage.ts";
import type { MountTimes } from "./mount.worker.ts";
import { addToOpenLab, type Mounting, openOnFirstVisit, parts, tasksOfFirstVisit } from "./mount-repository.ts";

/** Rounds; each begins with a native clone, so that both meet the same load on the machine. */
const rounds = 5;
/** Bytes per second: of a common connection, and of a slow one. */
const linkSpeeds = { common: 5_000_000, slow: 2_000_000 };

const generated = {
  small: { files: 100, words: 700 },
  medium: { files: 500, words: 2200 },
  large: { files: 10_000, words: 220 },
  // Like a real repository known for its skills, in files, skills and bytes (24 MB).
  wide: { files: 2_760, words: 2_050, skillWords: 690 },
  // Like a real repository of 605 skills in 44 MB.
  heavy: { files: 3_025, words: 1_400, skillWords: 450 },
};

let lastName = 0;

const root = mkdtempSync(join(memoryFolder, "skillground-bench-"));
for (const [name, size] of Object.entries(generated)) generateRepository(root, `bench/${name}`, size);
const named = process.argv.slice(3).map(lend);

const zlib = createRequire(import.meta.url).resolve("@zip.js/zip.js/dist/zip-module.wasm");
const pages = await workerPages(new URL("mount.worker.ts", import.meta.url));
pages.set("/zlib.wasm", { type: "application/wasm", body: readFileSync(zlib) });
const config = { "uploadpack.allowFilter": "true" };
const git = await startGitServer({ root, config, pages });
const commonGit = await startGitServer({ root, config, pages, bytesPerSecond: linkSpeeds.common });
const slowGit = await startGitServer({ root, config, pages, bytesPerSecond: linkSpeeds.slow });
const application = await startApplication([git, commonGit, slowGit].map(({ url }) => url).join());
const browser = await launchChromium();

try {
  for (const figure of await measureStorage(browser)) console.log(formatFigure(figure));
  for (const name of ["bench/small", "bench/medium", "bench/large", ...named]) await report(browser, name, git.url);
  for (const name of ["bench/large", "bench/wide", ...named]) await report(browser, name, commonGit.url);
  for (const name of ["bench/heavy", ...named]) await report(browser, name, slowGit.url);
} finally {
  await browser.close();
  await application.stop();
  await Promise.all([git, commonGit, slowGit].map((server) => server.stop()));
  rmSync(root, { recursive: true });
}

/** Serves a repository from its folder; returns its name on the server. */
function lend(folder: string, index: number): string {
  const path = resolve(folder);
  const repository = existsSync(join(path, ".git")) ? join(path, ".git") : path;
  const name = `named/${index}-${basename(path)}`;
  mkdirSync(join(root, "named"), { recursive: true });
  symlinkSync(repository, join(root, `${name}.git`));
  return name;
}

async function report(browser: Browser, name: string, server: string): Promise<void> {
  const repository = `${server}/${name}`;
  const samples: Samples = { native: [], atServer: [], added: [], opened: [], cold: [] };
  for (let round = 0; round < rounds; round++) {
    samples.native.push(await cloneNatively(repository));
    samples.atServer.push(await timesOfWorker(browser, server, repository));
    samples.added.push(await addToOpenLab(browser, application.url, anotherName(repository)));
    samples.opened.push(await openOnFirstVisit(browser, application.url, anotherName(repository)));
    samples.cold.push(await openInFreshBrowser(anotherName(repository)));
  }
  const title = name + (server === commonGit.url ? " at 5 MB/s" : server === slowGit.url ? " at 2 MB/s" : "");
  for (const figure of figuresOf(title, samples)) console.log(formatFigure(figure));
  const mountings = [...samples.added, ...samples.opened, ...samples.cold];
  for (const figure of await taskFigures(browser, title, repository)) console.log(formatFigure(figure));
  const memory = Math.max(...mountings.map(({ peakMemory }) => peakMemory));
  if (!Number.isNaN(memory)) console.log(`${title}, peak memory of the page: ${memory.toFixed(0)} MB`);
}

/** A first visit in a fresh browser, which has compiled nothing of the lab. */
async function openInFreshBrowser(repository: string): Promise<Mounting> {
  const fresh = await launchChromium();
  try {
    return await openOnFirstVisit(fresh, application.url, repository);
  } finally {
    await fresh.close();
  }
}

/** The heaviest and the longest task of three first visits, beside what a person does not notice. */
async function taskFigures(browser: Browser, title: string, repository: string): Promise<readonly Figure[]> {
  const figure = (name: string): Figure & { samples: number[] } => {
    return { name: `${title}, ${name}`, unit: "ms", samples: [], reference: { name: "budget", samples: [50] } };
  };
  const heaviest = figure("heaviest task of a first visit, processor time");
  const longest = figure("longest task of a first visit, on the clock");
  for (let round = 0; round < 3; round++) {
    const tasks = await tasksOfFirstVisit(browser, application.url, anotherName(repository));
    heaviest.samples.push(Math.max(...tasks.map(({ ofProcessor }) => ofProcessor)));
    longest.samples.push(Math.max(...tasks.map(({ onClock }) => onClock)));
  }
  return [heaviest, longest];
}

/** A new name for each measurement, so that the relay has no cached answer. */
function anotherName(repository: string): string {
  const other = `${repository}-${++lastName}`;
  addName(root, pathOf(repository), pathOf(other));
  return other;
}

function pathOf(repository: string): string {
  return new URL(repository).pathname.slice(1);
}

interface Samples {
  readonly native: number[];
  /** Measured in a worker of a page on the git server itself: the mounting alone. */
  readonly atServer: MountTimes[];
  /** Through the relay, into an open lab. */
  readonly added: Mounting[];
  /** From the landing page on a first visit, while the lab loads. */
  readonly opened: Mounting[];
  /** The same, each in a freshly started browser. */
  readonly cold: Mounting[];
}

function figuresOf(name: string, { native, atServer, added, opened, cold }: Samples): Figure[] {
  const reference = { name: "git clone --depth 1", samples: native };
  const figure = (what: string, samples: readonly number[]): Figure => ({
    name: `${name}, ${what}`,
    unit: "ms",
    samples,
    reference,
  });
  const all: readonly [string, number[]][] = [
    ["skill list", atServer.map(({ listed }) => listed)],
    ["whole, verified and mounted", atServer.map(({ mounted }) => mounted)],
    ["through the relay, skill list", added.map(({ listed }) => listed)],
    ["through the relay, whole, verified", added.map(({ cloned }) => cloned)],
    ["first visit, skill list", opened.map(({ listed }) => listed)],
    ["first visit, whole, verified", opened.map(({ cloned }) => cloned)],
    ["first visit, from the click to the whole", opened.map(({ mounted }) => mounted)],
    ["open lab, usable", added.map(({ usable }) => usable)],
    ["first visit, usable", opened.map(({ usable }) => usable)],
    ["cold first visit, skill list", cold.map(({ listed }) => listed)],
    ["cold first visit, whole, verified", cold.map(({ cloned }) => cloned)],
    ["cold first visit, usable", cold.map(({ usable }) => usable)],
    ...parts.map((part): [string, number[]] => [`  of which ${part}`, opened.map((one) => one.parts[part])]),
  ];
  return all.map(([what, samples]) => figure(what, samples));
}
