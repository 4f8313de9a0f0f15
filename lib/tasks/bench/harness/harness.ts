import type { Browser } from "@playwright/test";
import { launchChromium } from "../../chromium.ts";
import type { Figure } from "../figures.ts";
import { formatFigure } from "../figures.ts";
import { runInWorkers } from "../run-in-workers.ts";
import type { HarnessTimes } from "./harness.worker.ts";

const rounds = 7;
/** Budget in milliseconds per harness for 600 skills: 700 for 28 harnesses. */
const perHarness = 25;

const browser = await launchChromium();
try {
  for (const figure of await measureHarness(browser)) console.log(formatFigure(figure));
} finally {
  await browser.close();
}

/** The cost of a harness in a browser worker, beside its budget in milliseconds. */
async function measureHarness(browser: Browser): Promise<Figure[]> {
  return toFigures(await runInWorkers<HarnessTimes>(browser, new URL("harness.worker.ts", import.meta.url), rounds));
}

function toFigures(times: readonly HarnessTimes[]): Figure[] {
  const figure = (name: string, key: Exclude<keyof HarnessTimes, "worst" | "harnesses">, budget: number): Figure => ({
    name,
    unit: "ms",
    samples: times.map((each) => each[key]),
    reference: { name: "budget", samples: [budget] },
  });
  const worst = times.map((each) => each.worst);
  const [{ count, name } = { count: 0, name: "" }] = worst.toSorted((a, b) => b.time - a.time);
  const harnesses = times[0]?.harnesses ?? 0;
  return [
    figure("2,000 skills discovered, nothing known, code not compiled yet", "first", 50),
    figure("2,000 skills discovered, nothing known", "unknown", 50),
    figure("2,000 frontmatters parsed by the yaml package alone", "yamlAlone", 50),
    figure("2,000 skills discovered, contents known: another harness", "otherHarness", 50),
    figure("2,000 skills discovered, contents known: mounted anew", "mountedAnew", 50),
    figure("2,000 skills, again after one edit", "rescan", 5),
    figure(`600 skills under ${harnesses} harnesses`, "matrix", perHarness * harnesses),
    figure(`600 skills under ${harnesses} harnesses, the longest step`, "longestStep", 50),
    {
      name: `malformed SKILL.md, worst of ${count} (${name})`,
      unit: "ms",
      samples: worst.map(({ time }) => time),
      reference: { name: "budget", samples: [200] },
    },
  ];
}
