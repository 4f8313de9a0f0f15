import { defineConfig, devices } from "@playwright/test";
import { e2eReport } from "#lib/tasks/checks.ts";
import { chromiumFlags, findChromium } from "#lib/tasks/chromium.ts";
import { serverFile } from "#lib/tasks/server-flags.mjs";
import { addresses, ports } from "#test/addresses.ts";

const executablePath = findChromium();

/** What the browser of a person keeps who has said which harness they use. */
function usersHarness(id: string) {
  const localStorage = [{ name: "skillground.harness", value: id }];
  return { cookies: [], origins: [{ origin: addresses.app, localStorage }] };
}

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
  reporter: [["list"], ["json", { outputFile: `../${e2eReport}` }]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: addresses.app,
    viewport: { width: 1280, height: 800 },
    // A tenth of what the tests cost is drawing what moves.
    contextOptions: { reducedMotion: "reduce" },
    // Somebody who uses Keen Code, as most tests are about its rules: which harness opens is asked of nobody else but `opening.spec.ts`.
    storageState: usersHarness("keen"),
    // What a test cuts from the network is to be missing; tests of the worker let it in.
    serviceWorkers: "block",
    // A quarter of what the tests cost is reading the page's code anew. What a page stores is still gone before the next test.
    reuseContext: true,
    // A fifth of what the tests cost. Where one fails: `npm run e2e -- <file> --trace on`.
    trace: "off",
    launchOptions: { args: chromiumFlags, ...(executablePath && { executablePath }) },
  },
  webServer: [
    {
      command: "node test/servers/world.ts",
      url: `${addresses.git}/acme/skills/info/refs?service=git-upload-pack`,
      cwd: "..",
    },
    {
      command: `node ${serverFile}`,
      url: `${addresses.app}/api/health`,
      cwd: "..",
      env: {
        PORT: String(ports.app),
        GIT_RELAY_ALLOW: addresses.git,
        // The page may call the tests' providers, and the server lends a key of one of them.
        SKILLGROUND_PACKAGES: `${addresses.packages}/python/`,
        SKILLGROUND_CONNECT: `${addresses.anthropic},${addresses.openai}`,
        OPENAI_API_KEY: "test-openai-key",
        OPENAI_BASE_URL: `${addresses.openai}/v1`,
        SKILLGROUND_MODEL: "gpt-test",
      },
    },
  ],
});
