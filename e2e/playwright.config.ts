import { defineConfig, devices } from "@playwright/test";
import { e2eReport } from "#lib/tasks/checks.ts";
import { chromiumFlags, findChromium } from "#lib/tasks/chromium.ts";
import { serverFile } from "#lib/tasks/server-flags.mjs";
import { addresses, ports } from "#test/addresses.ts";

const executablePath = findChromium();

/** The browser storage of a person who has chosen their harness. */
function usersHarness(id: string) {
  const localStorage = [{ name: "skillground.harness", value: id }];
  return { cookies: [], origins: [{ origin: addresses.app, localStorage }] };
}

/** Tests in which a page works through a million lines. */
const computing = /shapes\.spec\.ts$/;

function launchWith(...flags: readonly string[]) {
  return { args: [...chromiumFlags, ...flags], ...(executablePath && { executablePath }) };
}

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // Machines of the same two cores have been four times slower than others.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  forbidOnly: Boolean(process.env.CI),
  // A browser on a machine that does three things at once misses a moment now and then. What needed a second try is told.
  retries: 1,
  // One more than the project's machine has cores: a fifth of a test's time is waiting.
  workers: 3,
  reporter: [["list"], ["json", { outputFile: `../${e2eReport}` }]],
  use: {
    ...devices["Desktop Chrome"],
    baseURL: addresses.app,
    viewport: { width: 1280, height: 800 },
    // Drawing animations takes a tenth of the tests' time.
    contextOptions: { reducedMotion: "reduce" },
    // A user of Keen Code, as most tests are about its rules; only `opening.spec.ts` tests which harness opens by default.
    storageState: usersHarness("keen"),
    // When a test cuts the network, nothing may come from a cache; tests of the service worker allow it.
    serviceWorkers: "block",
    // Loading the page's code anew takes a quarter of the tests' time. The page's storage is still cleared before each test.
    reuseContext: true,
    // Tracing takes a fifth of the tests' time. For a failing test: `npm run e2e -- <file> --trace on`.
    trace: "off",
  },
  projects: [
    { name: "computing", testMatch: computing, use: { launchOptions: launchWith() } },
    // V8's optimising compilers take a quarter of the time of pages that live for seconds, and WebAssembly's an eighth of that of a run of
    // Python. They save less than that.
    {
      name: "pages",
      testIgnore: computing,
      use: { launchOptions: launchWith("--js-flags=--no-maglev --no-turbofan --liftoff-only") },
    },
  ],
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
        // The page may call the tests' providers, and the server lends a model with a key for one of them.
        SKILLGROUND_PACKAGES: `${addresses.packages}/python/`,
        SKILLGROUND_CONNECT: `${addresses.anthropic},${addresses.openai}`,
        OPENAI_API_KEY: "test-openai-key",
        OPENAI_BASE_URL: `${addresses.openai}/v1`,
        SKILLGROUND_MODEL: "gpt-test",
      },
    },
  ],
});
