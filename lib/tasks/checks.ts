import type { Check } from "./check.ts";
import { lastLineCounts, playwrightCounts, vitestCounts } from "./counts.ts";

const reports = "node_modules/.cache/skillground";
const unitReport = `${reports}/unit.json`;

/** Where `e2e/playwright.config.ts` writes its report. */
export const e2eReport = `${reports}/e2e.json`;

/** Installs a Chromium where there is none, and checks that it runs. */
const browser = ["node", "lib/tasks/chromium.ts"] as const;

/**
 * All checks of `npm test`. Three run at one time on two cores, so the longest chain comes first: the build, and the browser's tests of
 * what it makes. Its tests and the unit tests wait for a fifth of their time, which the others use.
 */
export const checks: readonly Check[] = [
  // Fetched while others compute, where there is none.
  { name: "browser", commands: [browser] },
  { name: "build", commands: [["node", "lib/tasks/build.ts"]] },
  {
    name: "e2e",
    after: ["browser", "build"],
    commands: [browser, ["playwright", "test", "--config=e2e/playwright.config.ts"]],
    report: { file: e2eReport, counts: playwrightCounts },
  },
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
  // They write to the build's folder, or read it.
  { name: "types", after: ["build"], commands: [["next", "typegen"], ["tsc"]] },
  {
    name: "weight",
    after: ["build"],
    commands: [["node", "lib/tasks/page-scripts.ts"]],
    report: { counts: lastLineCounts },
  },
  { name: "lint", commands: [["biome", "ci", "--error-on-warnings", "--colors=off"]] },
  { name: "unused", commands: [["knip"]] },
  { name: "pure-types", commands: [["tsc", "--project", "tsconfig.pure.json"]] },
  {
    name: "conformance",
    commands: [["node", "lib/command/main.ts", "conformance"]],
    report: { counts: lastLineCounts },
  },
  {
    name: "package",
    commands: [["node", "lib/tasks/package/check-package.ts"]],
    report: { counts: lastLineCounts },
  },
];
