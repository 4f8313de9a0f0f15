import type { Request } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { expect, test } from "./lab.ts";

test.beforeEach(async ({ lab }) => {
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
});

test("the demo model chooses a skill, reads it and what it refers to, in view however long the answer gets; a slash offers skills, and invokes one", {
  tag: "@smoke",
}, async ({ lab }) => {
  await lab.page.setViewportSize({ width: 1280, height: 700 });
  await lab.say("Can you fill in this W-9 form for ACME?");
  await expect(lab.conversation).toContainText("Chose pdf-forms from the catalog");
  await expect(lab.conversation).toContainText("pdf-forms/SKILL.md");
  await expect(lab.conversation).toContainText("pdf-forms/references/w9.md");
  await expect(lab.conversation).toContainText("List the fields of <the form> first.");
  await expect(lab.conversation).toContainText("scripted, not an AI");
  await expect(lab.conversation).toContainText("activated by the model");

  const tiers = [/^Chose pdf-forms/, /^Read pdf-forms\/SKILL.md/, /^Read pdf-forms\/references\/w9.md/];
  for (const tier of tiers) await expect(lab.conversation.getByText(tier)).toBeInViewport();
  await lab.conversation.getByRole("button", { name: "Jump to latest" }).click();
  await expect(lab.conversation.getByText("choose a model with a key in Settings")).toBeInViewport();
  await expect(lab.conversation.getByText(/^Chose pdf-forms/)).not.toBeInViewport();

  await lab.message.pressSequentially("/pdf");
  await expect(lab.page.getByRole("option", { name: /pdf-forms/ })).toBeVisible();
  await lab.page.keyboard.press("Tab");
  await expect(lab.message).toHaveValue(/^\/pdf-forms/);
  await lab.say("/pdf-forms the tax office");
  await expect(lab.conversation).toContainText("/pdf-forms the tax office");
  await lab.conversation.getByText("What the model received").last().click();
  await expect(lab.conversation).toContainText("[Activate skill: pdf-forms]");
  await expect(lab.conversation).toContainText("Fill forms for the tax office.");
});

test("a refused key is a sentence with a way on, and a key typed in Settings talks to Anthropic from the page and is not kept", async ({
  lab,
}) => {
  await lab.chooseModel(/OpenAI-compatible/, {
    "Base URL": `${addresses.openai}/v1`,
    "API key": "wrong",
    "Model name": "gpt-test",
  });
  await lab.message.fill("Hello");
  await lab.page.getByRole("button", { name: "Send" }).click();
  await expect(lab.conversation.getByRole("alert")).toContainText("asks for a valid key");
  await expect(lab.conversation.getByRole("button", { name: /retry|again/i })).toBeVisible();

  await lab.page.route("https://api.anthropic.com/**", async (route) => {
    const { url, method, headers, body } = requestOf(route.request());
    const response = await fetch(url.replace("https://api.anthropic.com", addresses.anthropic), {
      method,
      headers,
      body,
    });
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  await lab.chooseModel(/Anthropic/, { "Anthropic key": "test-anthropic-key" });
  await lab.say("Read your first skill.");
  await expect(lab.conversation).toContainText("The file says:");
  // The message before says why it has no answer, and offers nothing any more.
  await expect(lab.conversation).toContainText("asks for a valid key");
  await expect(lab.conversation.getByRole("alert")).toHaveCount(0);
  const kept = await lab.page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const all: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), location.href];
    for (const { name } of databases) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const open = indexedDB.open(name ?? "");
        open.onsuccess = () => resolve(open.result);
        open.onerror = () => reject(open.error);
      });
      for (const storeName of db.objectStoreNames) {
        const values = await new Promise<unknown[]>((resolve) => {
          const request = db.transaction(storeName).objectStore(storeName).getAll();
          request.onsuccess = () => resolve(request.result);
        });
        all.push(JSON.stringify(values));
      }
      db.close();
    }
    return all.join("\n");
  });
  expect(kept).toContain("Read your first skill.");
  expect(kept).not.toContain("test-anthropic-key");

  // A long word of the provider's stays in its box, also where it is told after a reload.
  const refusal = { error: { type: "invalid_request_error", message: `Retired, see https://${"x".repeat(200)}` } };
  const headers = { "access-control-allow-origin": "*" };
  await lab.page.route("https://api.anthropic.com/**", (route) =>
    route.fulfill({ status: 400, headers, json: refusal }),
  );
  await lab.say("Read the second one.");
  const told = lab.conversation.getByText("refused the request (status 400)");
  const isCutOff = () =>
    told.evaluate((text) => {
      const { scrollWidth = 1, clientWidth = 0 } = text.closest("p") ?? {};
      return scrollWidth > clientWidth;
    });
  expect(await isCutOff()).toBe(false);
  await lab.page.reload();
  await expect(told).toBeVisible();
  expect(await isCutOff()).toBe(false);
  await lab.conversation.getByRole("button", { name: "Open settings" }).click();
  await expect(lab.page.getByRole("dialog", { name: "Settings" })).toBeVisible();
});

/** The parts of a page's request that are needed to send it on to the tests' provider. */
function requestOf(request: Request) {
  return { url: request.url(), method: request.method(), headers: request.headers(), body: request.postData() };
}
