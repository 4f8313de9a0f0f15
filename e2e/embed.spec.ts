import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type FrameLocator, type Page } from "@playwright/test";
import { embedCode, embedViews } from "#lib/share/embed.ts";
import { chromiumFlags, findChromium } from "#lib/tasks/chromium.ts";
import { addresses, gitRoot } from "#test/addresses.ts";
import { createRepository } from "#test/servers/git-repository.ts";
import { findings } from "./findings.ts";
import { expect, linkTo, test } from "./lab.ts";

/** A hostile repository name, which tries to run code in the page that shows it. */
const attack = "<img src=x onerror=globalThis.wasHacked=true>";

const files = {
  [`skills/${attack}/SKILL.md`]: `---\nname: ${attack}\ndescription: ${attack} does harm.\nlicense: ${attack}\n---\n\n# ${attack}\n`,
  "skills/plain/SKILL.md":
    "---\nname: plain\ndescription: Does the plain work. Use it for plain things.\n---\n\n# Plain\n",
};

test("each view shows hostile names as text, to everybody, at the width of a README", async ({ lab: { page } }) => {
  createRepository(gitRoot, "acme/embedded", files);
  await page.setViewportSize({ width: 600, height: 800 });
  for (const view of embedViews) {
    await page.goto(`${linkTo("acme/embedded")}?skill=plain&view=${view}&embed=1`);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 }).first()).toBeVisible();
    const whole = {
      skills: main
        .getByRole("listitem")
        .filter({ hasText: `${attack} does harm.` })
        .getByText("warned"),
      skill: main.getByRole("list", { name: "Harnesses" }).getByRole("listitem").first(),
      why: main.getByRole("listitem").first(),
      compare: main.getByRole("rowheader", { name: attack }),
      chat: main.getByRole("textbox", { name: "Message" }),
      report: main.getByRole("heading", { name: "Read before you trust it" }),
    }[view];
    await expect(whole, view).toBeVisible();
    await expect(page.getByRole("link", { name: "Open in Skillground" })).toBeInViewport({ ratio: 1 });
    expect(await findings(page), view).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(600);
    expect(await page.evaluate(() => "wasHacked" in globalThis), view).toBe(false);
  }
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`${linkTo("acme/embedded")}?view=skills&embed=1`);
  const name = page.getByRole("main").getByText(attack, { exact: true });
  const isCut = await name.evaluate((text) => {
    let box = text;
    while (getComputedStyle(box).display === "inline" && box.parentElement) box = box.parentElement;
    return box.scrollWidth > box.clientWidth;
  });
  expect(isCut).toBe(false);
});

test.describe("on a page of another origin, in a browser that blocks its storage", () => {
  let host: Server;
  let profile: string;
  let context: BrowserContext;

  test.beforeEach(async () => {
    host = createServer((request, response) => {
      response.setHeader("content-type", "text/html");
      response.end(hostPage(decodeURIComponent(request.url?.slice(1) ?? "")));
    });
    await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
    profile = mkdtempSync(join(tmpdir(), "skillground-embed-"));
    mkdirSync(join(profile, "Default"));
    const blocked = { profile: { cookie_controls_mode: 1, block_third_party_cookies: true } };
    writeFileSync(join(profile, "Default/Preferences"), JSON.stringify(blocked));
    const executablePath = findChromium(true);
    context = await chromium.launchPersistentContext(profile, {
      args: chromiumFlags,
      viewport: { width: 700, height: 800 },
      ...(executablePath && { executablePath }),
    });
  });
  test.afterEach(async () => {
    await context.close();
    host.close();
    rmSync(profile, { recursive: true, force: true });
  });

  /** Opens a page that embeds the address, such as a README, on another host than the lab's. */
  async function open(address: string): Promise<{ page: Page; embed: FrameLocator }> {
    const page = await context.newPage();
    await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/${encodeURIComponent(address)}`);
    return { page, embed: page.frameLocator("iframe") };
  }

  test("an embed chats, tells its height and leads out in a new tab; nothing else opens, nor an embed in an embed", async () => {
    const prompt = "Can you fill in this W-9 form?";
    const query = `?prompt=${encodeURIComponent(prompt)}&view=chat&embed=1`;
    const link = addresses.app + linkTo("acme/skills") + query;
    const { page, embed } = await open(link);
    await expect(embed.getByRole("region", { name: "Suggested message" })).toContainText(prompt);
    const box = embed.getByRole("textbox", { name: "Message" });
    await expect(box).toHaveValue("");
    const frame = page.frames()[1];
    const kept = await frame?.evaluate(() => {
      try {
        return localStorage.length;
      } catch (caught) {
        return (caught as Error).name;
      }
    });
    expect(kept, "what the test stands on").toBe("SecurityError");
    await embed.getByRole("button", { name: "Use this message" }).click();
    await embed.getByRole("button", { name: "Send" }).click();
    await expect(embed.getByRole("log")).toContainText("Chose pdf-forms from the catalog");
    for (const name of ["Settings", "Share", "Attach files"])
      await expect(embed.getByRole("button", { name, exact: true })).toHaveCount(0);
    expect(await page.evaluate(() => (window as unknown as { heard: unknown[] }).heard.at(-1))).toEqual({
      type: "skillground:height",
      height: 520,
    });

    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      embed.getByRole("link", { name: "Open in Skillground" }).click(),
    ]);
    // In the lab, the person is asked about the link's prompt.
    await expect(tab.getByRole("dialog", { name: "Open shared workspace" })).toContainText(prompt);
    expect(tab.url()).not.toContain("embed");
    await expect(embed.getByRole("log")).toContainText("Chose pdf-forms from the catalog");

    await frame?.evaluate(() => {
      const inner = document.createElement("iframe");
      inner.src = location.href;
      document.body.append(inner);
    });
    await expect.poll(() => page.frames()[2]?.url()).toBe("chrome-error://chromewebdata/");

    // A page that is not an embed is never shown in the frame, even after a client-side navigation.
    await frame?.evaluate(() => (window as unknown as { next: { router: Router } }).next.router.push("/"));
    await expect(embed.getByRole("heading", { name: "Not in a frame" })).toBeVisible();
    await expect(embed.getByRole("textbox")).toHaveCount(0);
    const lab = await open(`${addresses.app}/try/first-look`);
    await expect.poll(() => lab.page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  });
});

interface Router {
  push(address: string): void;
}

/** A page that embeds the address with the HTML that the lab gives, and records the messages of the frame. */
function hostPage(address: string): string {
  return `<!doctype html><title>A README</title><h1>A README</h1><script>
    window.heard = [];
    addEventListener("message", ({ data }) => heard.push(data));
  </script>${embedCode(address, { title: "An embed", height: 520 })}`;
}
