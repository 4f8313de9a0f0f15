import { findings, findingsInBothSizes, tooWide } from "./findings.ts";
import { expect, linkTo, repository, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

const [{ viewport: desktop }, { viewport: phone }] = sizes;
const address = linkTo("acme/skills");

const reference = ["/guide/library", "/harness?find=links#linked-files", "/harness/codex", "/harness/field/name"];

for (const path of ["/guide", ...reference, "/"]) {
  test(`the page ${path}`, async ({ lab, viewport }) => {
    await lab.page.goto(path);
    expect(await findingsInBothSizes(lab.page)).toEqual([]);
    expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport?.width);
  });
}

test("the answer to an unreadable source", async ({ lab }) => {
  await lab.open("!!");
  expect(await findingsInBothSizes(lab.page)).toEqual([]);
});

test("failure, share sheet and dialogs", async ({ lab }) => {
  await lab.open(repository("faults/private"));
  await expect(lab.failure).toBeVisible();
  expect(await findingsInBothSizes(lab.page), "failure").toEqual([]);
  await lab.page.goto(`${address}?prompt=${"A long prompt ".repeat(40)}`);
  const sheet = lab.page.getByRole("dialog", { name: "Open shared workspace" });
  await expect(sheet).toBeVisible();
  expect(await findingsInBothSizes(lab.page), "sheet").toEqual([]);
  const open = sheet.getByRole("button", { name: /^Open/ });
  await lab.page.setViewportSize(phone);
  await expect(open).toBeInViewport({ ratio: 1 });
  await lab.page.setViewportSize(desktop);
  await open.click();
  for (const button of ["Compare", "Share", "Settings"]) {
    await lab.page.getByRole("button", { name: button }).click();
    await expect(lab.page.getByRole("dialog")).toBeVisible();
    expect(await findingsInBothSizes(lab.page), button).toEqual([]);
    await lab.page.keyboard.press("Escape");
  }
});

test("lab after a conversation, with what a link has brought, and in every panel of a phone", async ({ lab }) => {
  const { page } = lab;
  await page.goto(address);
  await page.getByText("Opened from a link").click();
  await expect(page.getByRole("list", { name: "Scripts" })).toBeVisible();
  await expect(lab.progress).toBeHidden();
  await lab.say("Can you fill in this W-9 form?");
  expect(await findings(page)).toEqual([]);
  await lab.context.getByRole("tab", { name: "Catalog" }).click();
  await lab.context.getByRole("button", { name: "Will it be picked?" }).click();
  const dialog = page.getByRole("dialog", { name: "Will it be picked?" });
  await dialog.getByLabel("Requests, one per line").fill("Fill in this PDF form -> pdf-forms\nthanks! -> none");
  await dialog.getByRole("button", { name: "Run", exact: true }).click();
  await expect(dialog).toContainText("Done: 2 calls");
  await expect(dialog.getByRole("heading", { name: /^Passed: 2 of 2 requests led where they should/ })).toBeVisible();
  expect(await findingsInBothSizes(page), "requests and where they led").toEqual([]);
  await page.keyboard.press("Escape");

  await page.setViewportSize(phone);
  for (const panel of ["Skills", "Files", "Chat", "Context"]) {
    await page.getByRole("tab", { name: panel }).click();
    expect(await findings(page), `${panel} on a phone`).toEqual([]);
    expect(await tooWide(page), `${panel} on a phone`).toEqual([]);
  }
});
