/** The cost of a long conversation: to show it after a reload, to open it from the list, and to scroll through it. */
import type { Browser, Page } from "@playwright/test";
import { launchChromium } from "../../chromium.ts";
import { startApplication } from "../application.ts";
import { type Figure, formatFigure, median, percentile } from "../figures.ts";

const rounds = 5;
/** Budget in milliseconds to draw the end of a conversation of 200 messages. */
const shown = { name: "budget", samples: [200] };
/** Milliseconds of one frame at 60 Hz. */
const frame = 1000 / 60;

const application = await startApplication("http://127.0.0.1:9");
const browser = await launchChromium();
try {
  await measure(browser);
} finally {
  await browser.close();
  await application.stop();
}

async function measure(browser: Browser): Promise<void> {
  const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  await openSample(page);
  const ids = { short: await keep(page, 2), middle: await keep(page, 200), long: await keep(page, 1000) };
  const restored: number[] = [];
  const shell: number[] = [];
  const opened: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await showAtReload(page, ids.middle);
    restored.push(await restoreTime(page, "Message 199."));
    await showAtReload(page, ids.short);
    shell.push(await restoreTime(page, "Message 1."));
    opened.push(await openFromList(page, "200 messages", "Message 199."));
  }
  report([
    { name: "200 messages opened from the list", unit: "ms", samples: opened, reference: shown },
    {
      name: "200 messages after a reload, beside 2",
      unit: "ms",
      // The conversation's time less that of the page with one of two messages, measured alternately.
      samples: restored.map((time) => Math.max(0, time - median(shell))),
      reference: shown,
    },
  ]);
  await showAtReload(page, ids.long);
  await restoreTime(page, "Message 999.");
  const frames = await scrollThrough(page);
  const late = frames.filter((time) => time > frame * 1.5).length;
  console.log(
    `1,000 messages scrolled through: ${frames.length} frames, median ${median(frames).toFixed(1)} ms, 99 of 100 within ${percentile(frames, 0.99).toFixed(1)} ms, ${late} late (60 fps: ${frame.toFixed(1)} ms)`,
  );
}

function report(figures: readonly Figure[]): void {
  for (const figure of figures) console.log(formatFigure(figure));
}

async function openSample(page: Page): Promise<void> {
  await page.goto(`${application.url}/try/first-look`);
  await page.getByRole("list", { name: "Loaded skills" }).waitFor();
  await page.getByRole("textbox", { name: "Message" }).fill("hello");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await page.getByText(/^Saved in this browser/).waitFor();
}

/** Stores a conversation of `count` messages in the browser, as the lab does. Returns its id. */
async function keep(page: Page, count: number): Promise<string> {
  return page.evaluate(async (messages) => {
    const request = indexedDB.open("skillground");
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const transaction = request.result.transaction("records", "readwrite");
    const records = transaction.objectStore("records");
    const [workspace, id] = [location.pathname, `bench-${messages}`];
    const head = { name: `${messages} messages`, isNamed: true, createdAt: 1, usedAt: messages, count: messages };
    records.put({ ...head, shown: messages - 1 }, ["conversation", workspace, id]);
    const paragraph = "Words of an **answer** with `code`, a [link](https://example.com) and more of the like. ".repeat(
      4,
    );
    for (let number = 0; number < messages; number++) {
      const role = number % 2 === 0 ? "user" : "assistant";
      const end = `Message ${number}.`;
      const path = `/workspace/notes-${number}.md`;
      const call = {
        type: "tool-read_file",
        toolCallId: `call-${number}`,
        state: "output-available",
        input: { path },
        output: { path, text: "A line of the file.\n".repeat(100), bytes: 2000, lines: 100, truncated: false },
      };
      const answer = `## Step ${number}\n\n${paragraph}\n\n- one\n- two\n- three\n\n\`\`\`ts\nconst a = ${number};\n\`\`\`\n\n${end}`;
      const parts = role === "user" ? [{ type: "text", text: end }] : [call, { type: "text", text: answer }];
      const message = { id: `m${number}`, role, parts, metadata: { createdAt: number + 1 } };
      records.put({ parent: number - 1, message }, ["message", workspace, id, number]);
    }
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    request.result.close();
    return id;
  }, count);
}

/** Makes the workspace open with this conversation. */
async function showAtReload(page: Page, id: string): Promise<void> {
  await page.evaluate(async (conversation) => {
    const request = indexedDB.open("skillground");
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const transaction = request.result.transaction("records", "readwrite");
    const records = transaction.objectStore("records");
    const key = ["workspace", location.pathname];
    const reading = records.get(key);
    reading.onsuccess = () => records.put({ ...reading.result, state: { ...reading.result.state, conversation } }, key);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    request.result.close();
  }, id);
}

/** Reloads the page; milliseconds from the navigation until the end of the conversation is rendered. */
async function restoreTime(page: Page, end: string): Promise<number> {
  await page.reload();
  return timeOf(page, end);
}

/** Milliseconds from the click on a conversation in the list until its end is rendered. */
async function openFromList(page: Page, name: string, end: string): Promise<number> {
  await page.getByRole("button", { name: /^Conversations, on show/ }).click();
  await page.getByRole("dialog", { name: "Conversations" }).getByRole("list").waitFor();
  const clicked = await page.evaluate((label) => {
    const rows = [...document.querySelectorAll<HTMLButtonElement>("dialog li > button")];
    const start = performance.now();
    rows.find(({ textContent }) => textContent?.startsWith(label))?.click();
    return start;
  }, name);
  return (await timeOf(page, end)) - clicked;
}

/** The page's time when a paragraph with exactly this text is drawn. */
function timeOf(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const all = document.querySelectorAll('[role="log"] article p');
          const last = all[all.length - 1];
          if (last?.textContent?.trim() === wanted) requestAnimationFrame(() => resolve(performance.now()));
          else setTimeout(look, 1);
        };
        look();
      }),
    text,
  );
}

/** Milliseconds of each frame while scrolling through the whole conversation, from its end to its beginning and back. */
async function scrollThrough(page: Page): Promise<readonly number[]> {
  const earlier = page.getByRole("log").getByRole("button", { name: "Show earlier" }).first();
  while (await earlier.isVisible()) await earlier.click();
  await page.waitForTimeout(2000);
  return page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const box = document.querySelector<HTMLElement>('[role="log"]');
        if (!box) return resolve([]);
        const frames: number[] = [];
        let before = performance.now();
        let step = -150;
        const next = (now: number) => {
          frames.push(now - before);
          before = now;
          box.scrollTop += step;
          if (box.scrollTop <= 0) step = -step;
          const isOver = step > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2;
          if (isOver || frames.length > 5000) resolve(frames.slice(1));
          else requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
  );
}
