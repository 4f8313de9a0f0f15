import type { Request, Route } from "@playwright/test";
import { findings, findingsInBothSizes } from "./findings.ts";
import { expect, type Lab, repository, test } from "./lab.ts";
import { rawZip } from "./raw-zip.ts";
import { sizes } from "./sizes.ts";

// Files that another test has left in the cache may be the ones that must be missing here.
test.use({ reuseContext: false });

const [{ viewport: desktop }, { viewport: phone }] = sizes;
const cutOff = "You are offline, and the lab is not on this device yet.";

test("a page whose scripts do not arrive says so after a while; Enter that was pressed before they arrive opens what was typed", async ({
  lab,
}) => {
  const { page } = lab;
  const scripts = "**/_next/static/chunks/*.js";
  const note = page.getByText("This page has not loaded completely.");
  const arrived = Promise.withResolvers<void>();
  await page.route(scripts, (route) => arrived.promise.then(() => route.continue()));
  await page.goto("/", { waitUntil: "commit" });
  await lab.source.pressSequentially(repository("acme/skills"));
  await page.keyboard.press("Enter");
  await expect(note).toBeHidden();
  // Instead of a wait of seconds.
  const late = () => page.evaluate(() => document.getAnimations().forEach((animation) => void animation.finish()));
  await late();
  await expect(note).toBeVisible();
  expect(await findings(page)).toEqual([]);
  arrived.resolve();
  await expect(page.getByText("4 skills installed")).toBeVisible();
  await expect(note).toHaveCount(0);

  await page.unroute(scripts);
  await page.route(scripts, (route) => route.abort());
  await page.goto("/try/first-look");
  await late();
  await expect(note).toBeVisible();
});

test("a source given without a network stays in the box; what is first used without one says so, to everybody, and is fetched when it is back", async ({
  lab,
}) => {
  const { page } = lab;
  await page.goto("/");
  await lab.source.fill(repository("acme/skills"));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByText(cutOff)).toBeVisible();
  await expect(lab.source).toHaveValue(repository("acme/skills"));
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Open", exact: true }).click();

  await expect(page.getByText("4 skills installed")).toBeVisible();
  // A dialog that is long on its way says so, and is called off.
  const scripts = "**/_next/static/**/*.js";
  const came = Promise.withResolvers<void>();
  await page.route(scripts, (route) => came.promise.then(() => route.continue()));
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  const onItsWay = page.getByRole("status").filter({ hasText: "Loading…" });
  await expect(onItsWay).toBeVisible();
  expect(await findingsInBothSizes(page), "on its way").toEqual([]);
  await onItsWay.getByRole("button", { name: "Cancel" }).click();
  await expect(onItsWay).toBeHidden();
  await page.getByRole("button", { name: "Settings", exact: true }).click();
  await expect(onItsWay).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(onItsWay).toBeHidden();
  came.resolve();
  await page.unrouteAll({ behavior: "wait" });
  const share = page.getByRole("dialog", { name: "Share workspace" });
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(share).toBeVisible();
  await page.keyboard.press("Escape");

  await page.context().setOffline(true);
  await expect(page.getByText("Offline: what is open still works")).toBeVisible();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const missing = page.getByRole("dialog", { name: "Not fetched" });
  await expect(missing).toBeVisible();
  expect(await findingsInBothSizes(page), "dialog").toEqual([]);
  await page.keyboard.press("Escape");
  await expect(missing).toBeHidden();
  await lab.context.getByRole("tab", { name: "Request" }).click();
  await expect(lab.context.getByRole("alert")).toContainText("What is open still works.");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  const unreached = page.getByRole("status").filter({ hasText: "Not done: a part of the lab did not load." });
  await lab.choose("Attach files", { name: "w9.txt", mimeType: "text/plain", buffer: Buffer.from("W-9") });
  await expect(unreached).toBeVisible();
  expect(await findings(page), "panel").toEqual([]);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await share.getByRole("button", { name: "Make a lesson from this" }).click();
  await expect(share.getByRole("alert")).toContainText("Not done: a part of the lab did not load.");
  expect(await findingsInBothSizes(page), "over a dialog").toEqual([]);
  await page.keyboard.press("Escape");
  await page.setViewportSize(phone);
  await page.getByRole("tab", { name: "Context" }).click();
  await expect(lab.context.getByRole("alert")).toBeVisible();
  expect(await findings(page), "panel on a phone").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await page.setViewportSize(desktop);

  await page.context().setOffline(false);
  await lab.context.getByRole("button", { name: "Try again" }).click();
  await expect(lab.context.getByRole("alert")).toHaveCount(0);
  await expect(unreached).toHaveCount(0);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Compare harnesses" })).toBeVisible();

  // Also cut while the lab itself loads: after its page and the scripts named in the page.
  const html = await (await page.request.get("/try/first-look")).text();
  const isNamed = (url: string) => html.includes(new URL(url).pathname);
  await page.route(scripts, (route) => (isNamed(route.request().url()) ? route.continue() : route.abort()));
  await page.goto("/try/first-look");
  const unfetched = page.getByRole("alert").filter({ hasText: "The lab did not load" });
  await expect(unfetched).toBeVisible();
  await page.unroute(scripts);
  await unfetched.getByRole("button", { name: "Try again" }).click();
  await expect(lab.skill("code-review")).toBeVisible();
});

test("a repository opens though the network failed while the lab was fetched ahead, and not before it is back", async ({
  lab,
}) => {
  const { page } = lab;
  const isCut = (request: Request) => request.method() === "HEAD" || request.url().endsWith(".js");
  const cut = (route: Route) => (isCut(route.request()) ? route.abort() : route.fallback());
  const giveWhileCut = async () => {
    await page.goto("/", { waitUntil: "networkidle" });
    // The last of the page's own scripts has run, which a busy machine may ask for after a pause.
    const workspaces = page.getByRole("region", { name: "Your workspaces" });
    await expect(workspaces.getByText("What you open").or(workspaces.getByRole("listitem")).first()).toBeVisible();
    await page.route("**", cut);
    const payload = page.waitForResponse((response) => response.url().includes("_rsc="));
    await lab.source.fill(repository("acme/skills"));
    await payload;
  };
  await giveWhileCut();
  await page.unroute("**", cut);
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(lab.skill("pdf-forms")).toBeVisible();

  await giveWhileCut();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name: "The page did not load" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.unroute("**", cut);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(lab.skill("pdf-forms")).toBeVisible();
});

test.describe("after one visit", () => {
  test.use({ serviceWorkers: "allow" });

  test("all that was open opens without a network, and a newer version is taken by a reload only", async ({ lab }) => {
    const { page } = lab;
    await lab.open(repository("acme/skills"));
    await expect(lab.skill("pdf-forms")).toBeVisible();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // A worker of the page's own build is not announced.
    await expect(page.getByRole("status", { name: "New version" })).toBeEmpty();
    await page.context().setOffline(true);
    // Chromium's own setting is lost with the next page that is loaded.
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));

    const reloaded = await page.reload();
    expect(reloaded?.fromServiceWorker()).toBe(true);
    expect(reloaded?.headers()["content-security-policy"]).toMatch(/^default-src 'none'; script-src 'self' 'nonce-/);
    await expect(lab.skill("pdf-forms")).toBeVisible();
    await lab.say("Can you fill in this W-9 form?");
    await expect(lab.conversation).toContainText("I would use the skill pdf-forms");
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "Compare harnesses" })).toBeVisible();

    await page.goto("/");
    await page.getByRole("link", { name: "acme/skills", exact: true }).click();
    await expect(lab.conversation).toContainText("I would use the skill pdf-forms");
    await page.goto("/try/first-look");
    await expect(lab.skill("code-review")).toBeVisible();
    await page.goto("/w/try/skills-101/01-three-tiers");
    await expect(page.getByRole("heading", { name: "What the model knows at first" })).toBeVisible();
    expect(await keptAddresses(lab)).toEqual([]);

    await lab.open(repository("acme/never-opened"));
    await expect(page.getByText("You are offline, and the source is not on this device yet.")).toBeVisible();
    const archive = rawZip([{ path: "cut-off/SKILL.md", text: "---\nname: cut-off\ndescription: d\n---\n" }]);
    const buffer = Buffer.from(await archive.arrayBuffer());
    await lab.choose("Upload archive", { name: "a.zip", mimeType: "application/zip", buffer });
    await expect(lab.skill("cut-off")).toBeVisible();
    await expect(page.getByText(/^Saved/)).toBeVisible();
    await page.reload();
    await expect(lab.skill("cut-off")).toBeVisible();
    await page.getByRole("button", { name: "Share" }).click();
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save workspace as a file" }).click();
    const saved = await (await saving).path();
    await page.goto("/");
    await lab.choose("Import workspace", saved);
    await expect(lab.skill("cut-off")).toBeVisible();

    const offer = page.getByRole("status", { name: "New version" });
    await page.goto("/guide");
    await expect(page.getByRole("heading", { name: "What a skill is" })).toBeVisible();
    await expect(offer).toBeEmpty();
    // Sends the message that a newer build's worker would send.
    await expect(async () => {
      const data = { kind: "build", version: "a later one" };
      await page.evaluate((data) => navigator.serviceWorker.dispatchEvent(new MessageEvent("message", { data })), data);
      await expect(offer).toContainText("A new version is ready.", { timeout: 1000 });
    }).toPass();
    expect(await findings(page)).toEqual([]);
    await offer.getByRole("button", { name: "Reload" }).click();
    await expect(offer).toBeEmpty();
    await expect(page.getByRole("heading", { name: "What a skill is" })).toBeVisible();
  });
});

/** Stored addresses other than pages, files of the build and samples. */
function keptAddresses({ page }: Lab): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const paths = kept.flat().map(({ url }) => new URL(url).pathname + new URL(url).search);
    const listed =
      /^\/(?:|class|guide|guide\/workshops|local\/offline(?:\?_rsc)?|icon\.svg|manifest\.webmanifest|(?:_next\/static|samples|icons)\/.*)$/;
    return paths.filter((path) => !listed.test(path));
  });
}
