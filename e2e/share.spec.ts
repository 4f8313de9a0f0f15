import { findingsInBothSizes } from "./findings.ts";
import { expect, linkTo, repository, test } from "./lab.ts";

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
  await dialog.getByText("HTML embed", { exact: true }).click();
  await dialog.getByRole("combobox", { name: "View" }).selectOption("chat");
  await expect(dialog.getByRole("textbox", { name: "HTML" })).toHaveValue(
    /^<iframe src="[^"]+&amp;view=chat&amp;theme=auto&amp;embed=1"/,
  );
  const preview = dialog.frameLocator("iframe[title^='Preview']");
  await expect(preview.getByRole("region", { name: "Suggested message" })).toContainText("Fill in my W-9");
  expect(await findingsInBothSizes(lab.page)).toEqual([]);

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
  await lab.choose("Upload folder", "public/samples/bundled");
  await expect(lab.skill("git-helper")).toBeVisible();
  await lab.page.getByRole("button", { name: "Share" }).click();
  await expect(lab.page.getByRole("dialog", { name: "Share workspace" })).toContainText(/no address/i);
});

test("changes are handed on in a link: seen whole, made, undone; Back closes files and not the workspace", async ({
  lab: { page, skill, file },
  browser,
}) => {
  await page.goto(linkTo("acme/skills"));
  await skill("pdf-forms").getByRole("button").first().click();
  await page.getByRole("button", { name: "Open SKILL.md" }).click();
  await expect(page).toHaveURL(/[?&]file=[^&]*SKILL\.md/);
  await page.getByRole("button", { name: "Edit file" }).click();
  await page.locator(".cm-content").click();
  await page.keyboard.press("ControlOrMeta+End");
  await page.keyboard.type("\nA line of mine");
  const share = page.getByRole("dialog", { name: "Share workspace" });
  const unsaved = share.getByText("unsaved text in 1 file");
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Share");
  await page.keyboard.press("Enter");
  await expect(unsaved).toBeVisible();
  await page.keyboard.press("Escape");
  // The caret is back where it was.
  await page.keyboard.type(", and more");
  await page.keyboard.press("ControlOrMeta+s");
  await page.getByRole("button", { name: "Done", exact: true }).click();
  await page.goBack();
  await expect(file).toBeHidden();
  await expect(skill("pdf-forms")).toBeVisible();
  await page.goForward();
  await expect(file).toContainText("A line of mine, and more");

  await page.getByRole("button", { name: "1 changed" }).click();
  const changes = page.getByRole("dialog", { name: "Changes" });
  await expect(changes.getByRole("region", { name: "Change 1, part 1 of 1" })).toContainText("A line of mine");
  await changes.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Share", exact: true }).click();
  await expect(share.getByRole("checkbox", { name: /Your changes, 1 file/ })).toBeChecked();
  await expect(unsaved).toBeHidden();
  const link = await share.getByRole("textbox", { name: "Link", exact: true }).inputValue();
  expect(link).toMatch(/#e1=[\w-]+$/);
  await share.getByText("QR code", { exact: true }).click();
  await expect(share.getByRole("img", { name: "QR code of the link" })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  const sheet = other.getByRole("dialog", { name: "Open shared workspace" });
  await expect(sheet.getByRole("region", { name: /^Change 1/ })).toContainText("A line of mine");
  await sheet.getByRole("button", { name: "Open workspace" }).click();
  await expect(other.getByRole("button", { name: "1 changed" })).toBeVisible();
  await expect(other).toHaveURL(/^[^#]*$/);
  await other.getByRole("button", { name: "Undo" }).click();
  await expect(other.getByRole("button", { name: "1 changed" })).toBeHidden();
  await other.context().close();
});
