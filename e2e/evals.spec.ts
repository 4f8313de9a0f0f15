import type { BrowserContext } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";
import { findings } from "./findings.ts";
import { expect, linkTo, test } from "./lab.ts";

const rewritten = "Fills in forms. Use for every questionnaire: tax, visa or school.";
let provider: FakeProvider;
test.beforeAll(async () => {
  provider = await startOpenAiServer({
    script: ({ said, system, tools }) => {
      if (tools.length === 0) return { text: `<description>${rewritten}</description>` };
      const isTold = `${system}\n${said}`.includes("Use for every questionnaire");
      return isTold && /questionnaire \d/.test(said)
        ? { calls: [{ name: "Skill", input: { skill: "pdf-forms" } }] }
        : { text: "Here you are." };
    },
  });
});
test.afterAll(() => provider.stop());

test("a model rewrites the description from what it misses, within a budget that is asked first", async ({
  lab,
  page,
  context,
}) => {
  await sendToProvider(context);
  await page.goto(`${linkTo("acme/skills")}?profile=claude-code`);
  await lab.chooseModel(/OpenAI-compatible/, {
    "Base URL": `${addresses.openai}/v1`,
    "API key": "test-openai-key",
    "Model name": "gpt-test",
  });
  await lab.skill("pdf-forms").click();
  await page.getByRole("button", { name: "Will it be picked?" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Will it be picked?" });
  const improve = dialog.getByRole("region", { name: "Improve the description" });
  await dialog.getByLabel("Requests, one per line").fill(
    [1, 2, 3, 4, 5]
      .map((at) => `Answer questionnaire ${at}`)
      .join("\n")
      .concat("\nthanks! -> none\nbye -> none"),
  );
  await expect(improve).toBeHidden();
  await dialog.getByText("Advanced").click();
  await dialog.getByRole("checkbox", { name: "Cursor" }).check();
  await expect(dialog.getByText("What Cursor tells its model is not documented, so no request can")).toBeVisible();
  await expect(dialog.getByText(/^Under Claude Code, with /)).toBeVisible();
  await expect(dialog.getByText("7 calls")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Cursor" }).uncheck();
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(dialog.getByRole("heading", { name: /^Not passed: 2 of 7/ })).toBeInViewport();

  const before = provider.requests.length;
  await improve.getByRole("button", { name: "Improve the description" }).click();
  await expect(improve.getByText("At most 47 calls")).toBeVisible();
  const limit = improve.getByLabel("Token limit");
  await limit.fill("");
  await limit.pressSequentially("20000");
  await expect(limit).toHaveValue("20000");
  await limit.fill("5");
  await limit.blur();
  await expect(limit).toHaveValue("1000");
  await limit.fill("200000");
  await improve.getByLabel("US$ per million tokens").fill("3");
  await expect(improve.getByText(/≈ US\$ \d/)).toBeVisible();
  expect(provider.requests.length).toBe(before);
  await improve.getByRole("button", { name: "Start" }).click();
  await expect(improve.getByText("Rewrite 1 does best on the held-back requests.")).toBeVisible();
  await expect(improve.getByRole("row", { name: /^As it was 1 of 4 1 of 3/ })).toBeVisible();
  await expect(improve.getByRole("row", { name: /^Rewrite 1 \(best\) 4 of 4 3 of 3/ })).toBeVisible();
  await expect(improve.getByText("Use for every questionnaire:").first()).toBeVisible();
  expect(await findings(page)).toEqual([]);
  // The results that were paid for are still there.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Will it be picked?" }).first().click();
  await expect(improve.getByRole("row", { name: /^Rewrite 1 \(best\)/ })).toBeVisible();
  // The panel with its button is hidden at a phone's width, as when a tablet is turned.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(improve.getByRole("row", { name: /^Rewrite 1 \(best\)/ })).toBeVisible();
  await improve.getByRole("button", { name: "Use this description" }).click();
  await expect(improve.getByText("The description is in the SKILL.md.")).toBeVisible();
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(dialog.getByRole("heading", { name: /^Passed: 7 of 7/ })).toBeVisible();
});

/** Redirects requests for the tests' provider to this file's own, which has a script of its own. */
async function sendToProvider(context: BrowserContext): Promise<void> {
  await context.route(`${addresses.openai}/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    const response = await fetch(new URL(pathname, provider.url), {
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
