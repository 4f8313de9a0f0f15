import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import { startGitServer } from "#test/servers/git-server.ts";
import { launchChromium } from "../../chromium.ts";
import { scriptBudgets } from "../../page-scripts.ts";
import { startApplication } from "../application.ts";
import { type Figure, formatFigure } from "../figures.ts";
import { addName, generateRepository } from "../generated-repository.ts";
import { addToOpenLab } from "../mounts/mount-repository.ts";
import {
  cloneNatively,
  longestTaskOfAnswer,
  type Opening,
  openRepository,
  type Restoring,
  restore,
  visit,
} from "../visits.ts";
import { weighPage } from "./page-weight.ts";

const rounds = 5;

const requestBudgets = { landing: 40, lab: 80 };
/** Milliseconds from which browsers call a task long. A figure of 0 means that there was none. */
const long = { name: "long from", samples: [50] };
/** Budget in milliseconds to restore 10,000 files. */
const restoreBudget = { name: "budget", samples: [300] };

const root = mkdtempSync(join(tmpdir(), "skillground-bench-"));
generateRepository(root, "bench/medium", { files: 400, words: 700 });
// 2,000 skills, a pack of some 14 MB.
generateRepository(root, "bench/large", { files: 10_000, words: 220 });
const git = await startGitServer({ root, config: { "uploadpack.allowFilter": "true" } });
const application = await startApplication(git.url);
const browser = await launchChromium();

try {
  for (const measure of [measureOpening, measureRestore, measureWeight]) {
    for (const figure of await measure(browser)) console.log(formatFigure(figure));
  }
} finally {
  await browser.close();
  await application.stop();
  await git.stop();
  rmSync(root, { recursive: true });
}

async function measureOpening(browser: Browser): Promise<Figure[]> {
  const repository = `${git.url}/bench/medium`;
  const native: number[] = [];
  const added: number[] = [];
  const openings: (Opening & { answering: number })[] = [];
  for (let round = 0; round < rounds; round++) {
    native.push(await cloneNatively(repository));
    addName(root, "bench/medium", `bench/medium-${round}`);
    addName(root, "bench/medium", `bench/medium-added-${round}`);
    added.push((await addToOpenLab(browser, application.url, `${repository}-added-${round}`)).mounted);
    const opening = await visit(browser, application.url, async (page) => ({
      ...(await openRepository(page, `${repository}-${round}`)),
      answering: await longestTaskOfAnswer(page),
    }));
    openings.push(opening);
  }
  const reference = { name: "git clone --depth 1", samples: native };
  return [
    { name: "400 files added to an open lab", unit: "ms", samples: added, reference },
    {
      name: "400 files, first visit, skills listed",
      unit: "ms",
      samples: openings.map(({ listed }) => listed),
      reference,
    },
    {
      name: "longest task, opening",
      unit: "ms",
      samples: openings.map(({ longestTask }) => longestTask),
      reference: long,
    },
    {
      name: "longest task, answering",
      unit: "ms",
      samples: openings.map(({ answering }) => answering),
      reference: long,
    },
  ];
}

async function measureRestore(browser: Browser): Promise<Figure[]> {
  const medium: Restoring[] = [];
  const large: Restoring[] = [];
  await visit(browser, application.url, async (mediumPage) => {
    await openRepository(mediumPage, `${git.url}/bench/medium`);
    await visit(browser, application.url, async (largePage) => {
      await openRepository(largePage, `${git.url}/bench/large`);
      for (let round = 0; round < rounds; round++) {
        medium.push(await restore(mediumPage));
        large.push(await restore(largePage));
      }
    });
  });
  const reference = { name: "with 400 files", samples: medium.map(({ listed }) => listed) };
  return [
    {
      name: "10,000 files restored",
      unit: "ms",
      samples: large.map(({ restored }) => restored),
      reference: restoreBudget,
    },
    {
      name: "10,000 files, page reloaded and listed",
      unit: "ms",
      samples: large.map(({ listed }) => listed),
      reference,
    },
  ];
}

async function measureWeight(browser: Browser): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [page, path, kilobytes] of [
    ["landing", "/", scriptBudgets["/"].first],
    ["lab", "/try/first-look", scriptBudgets["/try/[sample]"].first],
  ] as const) {
    const weight = await weighPage(browser, application.url + path);
    const budget = { name: "budget", samples: [kilobytes] };
    const all = [weight.initialScripts + weight.lazyScripts];
    figures.push(
      { name: `${page}, scripts at first`, unit: "KB", samples: [weight.initialScripts], reference: budget },
      { name: `${page}, all scripts of a first visit`, unit: "KB", samples: all, reference: budget },
      {
        name: `${page}, requests`,
        unit: "",
        samples: [weight.requests],
        reference: { name: "budget", samples: [requestBudgets[page]] },
      },
    );
  }
  return figures;
}
