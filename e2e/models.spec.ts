import type { BrowserContext, Page } from "@playwright/test";
import { type FakeAccount, startOpenRouterAccount } from "#test/servers/providers/openrouter-account.ts";
import { findings } from "./findings.ts";
import { expect, test } from "./lab.ts";

let account: FakeAccount;
test.beforeAll(async () => {
  const free = { pricing: { prompt: "0", completion: "0" } };
  account = await startOpenRouterAccount([{ id: "maker/paid" }, { id: "maker/free", name: "Free one", ...free }]);
});
test.afterAll(() => account.stop());

test("a person signs in with OpenRouter, comes back to where they were, has the key remembered, and forgets it", async ({
  lab,
  context,
}) => {
  await sendToFake(context);
  await withOllama(context);
  await lab.page.goto("/try/first-look?skill=code-review");
  await lab.message.fill("Not sent yet");
  const settings = lab.page.getByRole("dialog", { name: "Settings" });
  const openSettings = () => lab.page.getByRole("button", { name: "Settings" }).click();

  await openSettings();
  await settings.getByRole("radio", { name: "A model on this computer" }).check();
  await settings.getByRole("button", { name: "Search" }).click();
  await expect(settings.getByText("Found Ollama.")).toBeVisible();
  await expect(settings.getByRole("textbox", { name: "Model name" })).toHaveValue("qwen3:8b");

  await settings.getByRole("radio", { name: "OpenRouter" }).check();
  await settings.getByRole("button", { name: "Sign in with OpenRouter" }).click();
  await lab.page.getByRole("link", { name: "Authorize" }).click();
  await expect(lab.message).toHaveValue("Not sent yet");
  expect(new URL(lab.page.url()).pathname + new URL(lab.page.url()).search).toBe("/try/first-look?skill=code-review");

  await openSettings();
  await settings.getByRole("button", { name: "Test key" }).click();
  await expect(settings.getByText("openrouter.ai accepts the key and lists 2 models.")).toBeVisible();
  await expect(settings.getByRole("radio", { name: /^maker\/free/ })).toBeChecked();
  expect(await findings(lab.page)).toEqual([]);
  await settings.getByRole("checkbox", { name: "Remember on this device" }).check();
  await settings.getByRole("textbox", { name: "Passphrase, to encrypt it" }).fill("correct horse");
  await settings.getByRole("button", { name: "Use this model" }).click();
  await expect(settings).toBeHidden();

  await lab.page.reload();
  await openSettings();
  await settings.getByRole("textbox", { name: /^Passphrase for 1 locked/ }).fill("correct horse");
  await settings.getByRole("button", { name: "Unlock" }).click();
  await expect(settings.getByRole("textbox", { name: "OpenRouter key" })).toHaveValue(account.key);
  expect(await keptTexts(lab.page)).not.toContain(account.key);
  await settings.getByRole("button", { name: "Forget everything" }).click();
  const question = lab.page.getByRole("dialog", { name: "Forget all keys and tokens?" });
  await question.getByRole("button", { name: "Forget everything" }).click();
  await expect(settings.getByText("Forgotten: 1 key (openrouter.ai) and the chosen model.")).toBeVisible();
  await expect(settings.getByRole("radio", { name: "Demo model" })).toBeChecked();
});

test("a sign-in that was not begun here takes nothing, says so and leads back", async ({ lab }) => {
  await lab.page.goto(`/sign-in/openrouter?code=somebody-elses&state=${"x".repeat(43)}`);
  await expect(lab.page.getByText("No sign-in was started in this tab")).toBeVisible();
  expect(lab.page.url()).not.toContain("somebody-elses");
  expect(await findings(lab.page)).toEqual([]);
});

/** Redirects requests for OpenRouter to the fake one on this computer. */
async function sendToFake(context: BrowserContext): Promise<void> {
  await context.route("https://openrouter.ai/**", async (route) => {
    const request = route.request();
    const url = request.url().replace("https://openrouter.ai", account.origin);
    const response = await fetch(url, {
      method: request.method(),
      headers: request.headers(),
      body: request.postData(),
    });
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
}

/** A computer on which Ollama runs, and no other model server. */
async function withOllama(context: BrowserContext): Promise<void> {
  await context.route(/^http:\/\/localhost:(1234|8080)\//, (route) => route.abort("connectionrefused"));
  await context.route("http://localhost:11434/**", (route) => route.fulfill({ json: { data: [{ id: "qwen3:8b" }] } }));
}

/** The text in all of the browser's storage for the site. */
function keptTexts(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const open = indexedDB.open("skillground");
    await new Promise((resolve) => {
      open.onsuccess = resolve;
    });
    const values = open.result.transaction("records").objectStore("records").getAll();
    await new Promise((resolve) => {
      values.onsuccess = resolve;
    });
    open.result.close();
    return JSON.stringify([values.result, { ...localStorage }, { ...sessionStorage }, location.href]);
  });
}
