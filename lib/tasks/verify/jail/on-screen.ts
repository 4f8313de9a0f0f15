/** Types a line on a program's screen, which `tmux` keeps: programs draw only where a terminal answers them. */
import { execFile } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { world } from "../tree.ts";
import type { JailTask } from "./jail-task.ts";

const size = ["-x", "150", "-y", "50"];
/** Milliseconds between two looks at the screen. */
const pause = 500;
/** A screen that was the same as many times in a row stands still: the program waits for a line. */
const still = 5;
/** Milliseconds without a request to the model after which a line has done all that it does. */
const patience = 6000;

/**
 * Starts the program on a screen of its own, types the line as soon as that stands still, and ends the program once the line led to no
 * further request.
 * @param requests how many the model has got
 * @returns the screens after it; no code if the program was not ready in time
 */
export async function typeOnScreen(
  { command, args, env, cwd, limit }: JailTask,
  line: string,
  requests: () => number,
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code?: number }> {
  const tmux = async (...words: readonly string[]) => {
    const { stdout } = await promisify(execFile)("tmux", ["-S", `${world}/tmp/screen`, "-f", "/dev/null", ...words], {
      env: { ...env, TERM: "xterm-256color" } as unknown as NodeJS.ProcessEnv,
    });
    return stdout;
  };
  const screen = () => tmux("capture-pane", "-p");
  const end = Date.now() + limit * 1000;
  await tmux("new-session", "-d", ...size, "-c", cwd, "--", command, ...args);
  try {
    if (!(await standsStill(screen, end))) return { stdout: await screen(), stderr: "" };
    await tmux("send-keys", "-l", "--", line);
    // What comes with the line's end in one piece counts as pasted.
    await wait(2 * pause);
    const before = requests();
    const screens: string[] = [];
    // The first may only take what the program suggests for the end of the line.
    for (let enters = 0; enters < 2 && requests() === before; enters++) {
      await tmux("send-keys", "Enter");
      await settled(requests, end);
      screens.push(await screen());
    }
    return { stdout: screens.join("\n"), stderr: "", code: 0 };
  } catch (caught) {
    // The program has ended, and its screen with it.
    return { stdout: "", stderr: String(caught), code: 1 };
  } finally {
    await tmux("kill-server").catch(() => undefined);
  }
}

/** Whether the screen shows something that stands still, before the end. */
async function standsStill(screen: () => Promise<string>, end: number): Promise<boolean> {
  let before = "";
  for (let times = 0; Date.now() < end; ) {
    await wait(pause);
    const now = await screen();
    times = now.trim() !== "" && now === before ? times + 1 : 0;
    if (times >= still) return true;
    before = now;
  }
  return false;
}

/** Resolves once the model has not been asked for a while, or at the end. */
async function settled(requests: () => number, end: number): Promise<void> {
  for (let [count, since] = [requests(), Date.now()]; Date.now() - since < patience && Date.now() < end; ) {
    await wait(pause);
    if (requests() !== count) [count, since] = [requests(), Date.now()];
  }
}
