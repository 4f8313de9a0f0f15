import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";
import { run } from "./run.mjs";

/** A Chromium without windows, which takes three quarters of the time for a page; it has no settings of a profile. */
const shell = "chromium-headless-shell";
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/**
 * Features that are off. The first two load a page for the address bar's list into each new window, which is a quarter
 * of what opening a repository in one costs. The others are Playwright's own list, for which this one stands in
 * (`chromiumSwitches.ts`): of two such flags Chromium reads the last.
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

/** Without a display, a sandbox (containers run as root), or calls home that would blur what a test sees. */
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
 * A Chromium on this machine: `CHROMIUM_PATH`, an installed one, or Playwright's own download.
 * @param isWhole one that has all that a person's has: by default the shell will do
 */
export function findChromium(isWhole = false): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const wanted = isWhole ? names : [shell, ...names];
  const installed = folders.flatMap((folder) => wanted.map((name) => join(folder, name)));
  return [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()].find((path) => path && existsSync(path));
}

/** Installs a Chromium if there is none: Debian's as root, else Playwright's. */
async function ensureChromium(): Promise<void> {
  if (findChromium(true)) return;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    const install = (...packages: readonly string[]) =>
      run("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], options);
    await run("apt-get", ["update"], options);
    // Not every distribution has the shell.
    if ((await install("chromium", shell)) !== 0) await install("chromium");
  }
  if (!findChromium(true)) await run("playwright", ["install", "chromium"]);
  const path = findChromium();
  if (!path || spawnSync(path, ["--version"]).status !== 0) {
    throw new Error("No Chromium runs here: install one (`apt-get install chromium`), or name it in CHROMIUM_PATH.");
  }
}

if (import.meta.main) await ensureChromium();
