import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import { run } from "./run.mjs";

/** A Chromium without windows, which loads a page in three quarters of the time; it has no profile settings. */
const shell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Disabled features. The first two load a page for the address bar's list into each new window, a quarter of the time of opening a
 * repository in one. The others are Playwright's own list (`chromiumSwitches.ts`), which this flag replaces: of two such flags Chromium
 * uses the last.
 */
const featuresOff = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

/** No display, no sandbox (containers run as root), and no background requests, which would blur what a test observes. */
export const chromiumFlags = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${featuresOff.join(",")}`,
];

/**
 * The path of a Chromium on this machine: `CHROMIUM_PATH`, an installed one, or Playwright's download.
 * @param isWhole whether it must be the complete browser; by default the headless shell is enough
 */
export function findChromium(isWhole = false): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const wanted = isWhole ? names : [shell, ...names];
  const installed = folders.flatMap((folder) => wanted.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** Starts the complete browser, for tasks that measure pages or attack them. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium(true);
  return chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
}

/** Installs a Chromium if there is none: Debian's if root, otherwise Playwright's. */
async function ensureChromium(): Promise<void> {
  if (findChromium(true)) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    const install = (...packages: readonly string[]) =>
      run("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], options);
    await run("apt-get", ["update"], options);
    // Not every distribution has the headless shell.
    if ((await install("chromium", shell)) !== 0) await install("chromium");
  }
  if (!findChromium(true)) await run("playwright", ["install", "chromium"]);
  const path = findChromium();
  if (!path || spawnSync(path, ["--version"]).status !== 0) {
    throw new Error("No Chromium runs here: install one (`apt-get install chromium`), or name it in CHROMIUM_PATH.");
  }
}

if (import.meta.main) await ensureChromium();
