import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { type Browser, chromium } from "@playwright/test";
import { chromiumFlags, findChromium } from "../chromium.ts";

/** A Chromium with a profile on the disk, all of whose processes can be killed at once. */
export interface KillableBrowser {
  readonly browser: Browser;
  /** Kills all of its processes; resolves when they are gone. */
  kill(): Promise<void>;
}

/** @param profile folder of the profile, which outlives the browser */
export async function startBrowser(profile: string): Promise<KillableBrowser> {
  const path = findChromium(true);
  if (!path) throw new Error("No Chromium: `node lib/tasks/chromium.ts` installs one.");
  const args = [...chromiumFlags, `--user-data-dir=${profile}`, "--remote-debugging-port=0", "about:blank"];
  // A process group of its own: if only the first process were killed, the others could finish writing.
  const child = spawn(path, args, { detached: true, stdio: ["ignore", "ignore", "pipe"] });
  const gone = once(child, "exit");
  const browser = await chromium.connectOverCDP(await addressIn(child.stderr));
  return {
    browser,
    async kill() {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
      await gone;
      await browser.close().catch(() => undefined);
    },
  };
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1];
    if (address) {
      // Read on without use, because a full pipe would stop the browser.
      output.resume();
      return address;
    }
  }
  throw new Error("Chromium ended before it listened.");
}
