import type { Check } from "./check.ts";
import { lastLineCounts, playwrightCounts, vitestCounts } from "./counts.ts";

const reports = "node_modules/.cache/skillground";
const unitReport = `${reports}/unit.json`;

/** Where `e2e/playwright.config.ts` writes its report. */
export const e2eReport = `${reports}/e2e.json`;

/** Installs a Chromium where there is none, and checks that it runs. */
const browser = ["node", "lib/tasks/chromium.ts"] as const;

/** All checks of `npm test`, cheapest first. Checks in one row leave a core idle for much of their time, so they run side by side. */
export const checks: readonly (readonly Check[])[] = [
  [
    { name: "lint", commands: [["biome", "ci", "--error-on-warnings", "--colors=off"]] },
    { name: "unused", commands: [["knip"]] },
    // Fetched while others compute, where there is none.
    { name: "browser", commands: [browser] },
    { name: "types", commands: [["next", "typegen"], ["tsc"]] },
    { name: "pure-types", commands: [["tsc", "--project", "tsconfig.pure.json"]] },
  ],
  [
    {
      name: "unit",
      commands: [
        ["node", "lib/tasks/redis.ts"],
        ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${unitReport}`],
      ],
      // Test files that take seconds each, above all with hostile inputs and thousands of repetitions.
      fast: ["--exclude=**/*.slow.test.{ts,tsx}"],
      report: { file: unitReport, counts: vitestCounts },
    },
  ],
  [
    {
      name: "conformance",
      commands: [["node", "lib/command/main.ts", "conformance"]],
      report: { counts: lastLineCounts },
    },
    { name: "build", commands: [["node", "lib/tasks/build.ts"]] },
    {
      name: "package",
      commands: [["node", "lib/tasks/package/check-package.ts"]],
      report: { counts: lastLineCounts },
    },
  ],
  [{ name: "weight", commands: [["node", "lib/tasks/page-scripts.ts"]], report: { counts: lastLineCounts } }],
  [
    {
      name: "e2e",
      commands: [browser, ["playwright", "test", "--config=e2e/playwright.config.ts"]],
      report: { file: e2eReport, counts: playwrightCounts },
    },
  ],
];
