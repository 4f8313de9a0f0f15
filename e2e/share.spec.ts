import { expect, repository, test } from "./lab.ts";

test("a shared link pins the commit, and its prompt fills the box without being sent", { tag: "@smoke" }, async ({
  lab,
  browser,
}) => {
  await lab.open(repository("acme/skills"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.page.getByRole("button", { name: "Share" }).click();
  const dialog = lab.page.getByRole("dialog", { name: "Share workspace" });
  await dialog.getByRole("textbox", { name: /prompt/i }).fill("Fill in my W-9, please");
  const link = await dialog.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  expect(link).toMatch(/@[0-9a-f]{40}/);
  expect(link).toContain("profile=keen");

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  const sheet = other.getByRole("dialog", { name: "Open shared workspace" });
  await expect(sheet).toContainText("Fill in my W-9, please");
  await expect(sheet).toContainText("pdf-forms");
  await expect(sheet).toContainText(link.match(/[0-9a-f]{40}/)?.[0] ?? "none");
  await sheet.getByRole("button", { name: /^Open/ }).click();
  await expect(other.getByRole("textbox", { name: "Message" })).toHaveValue("Fill in my W-9, please");
  await expect(other.getByRole("region", { name: "Conversation" })).not.toContainText("Chose");
  await other.context().close();
});

test("an uploaded folder has no link, and the dialog says so", async ({ lab }) => {
  await lab.page.goto("/");
  await lab.page.setInputFiles("input[type=file][webkitdirectory]", "public/samples/bundled");
  await expect(lab.skill("git-helper")).toBeVisible();
  await lab.page.getByRole("button", { name: "Share" }).click();
  await expect(lab.page.getByRole("dialog", { name: "Share workspace" })).toContainText(/no address/i);
});
