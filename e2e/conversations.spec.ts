import { readFile } from "node:fs/promises";
import { findings } from "./findings.ts";
import { expect, test } from "./lab.ts";

test("several conversations: edited, walked, found, named, deleted and brought back, by the keyboard alone", async ({
  lab,
}) => {
  const { page, conversation } = lab;
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.say("Can you fill in this W-9 form?");
  const edit = conversation.getByRole("button", { name: "Edit message" });
  await expect(edit).toBeEnabled();
  // All of the button can be clicked, including its last line.
  expect(await edit.evaluate(isWholeInReach)).toBe(true);
  await conversation.getByRole("button", { name: "Edit message" }).press("Enter");
  const edited = page.getByRole("textbox", { name: "Edited message" });
  await expect(edited).toBeFocused();
  await page.keyboard.type("!");
  await expect(edited).toHaveValue("Can you fill in this W-9 form?!");
  await edited.fill("Write release notes, please");
  await page.keyboard.press("Enter");
  await expect(conversation.getByRole("group", { name: "Branches" })).toContainText("2/2");
  await expect(conversation.getByRole("button", { name: "Retry" })).toBeVisible();
  await conversation.getByRole("button", { name: "Earlier branch" }).press("Enter");
  await expect(conversation).toContainText("Chose pdf-forms from the catalog");

  await expect(page.getByRole("button", { name: "New conversation" })).toBeEnabled();
  await page.getByRole("button", { name: "New conversation" }).press("Enter");
  await lab.say("hello there");
  await page.getByRole("button", { name: /^Conversations, current: hello there/ }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Conversations" });
  const rows = dialog.getByRole("list", { name: "Conversations" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  expect(await findings(page)).toEqual([]);
  await dialog.getByRole("searchbox", { name: "Search conversations" }).fill("RELEASE NOTES, pl");
  await expect(rows).toHaveText([/Can you fill in this W-9 form\?.*Write release notes, please/]);
  await rows.getByRole("button", { name: /^Rename/ }).press("Enter");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Forms");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Save Forms as a file" }).press("Enter");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: /^JSON/ }).press("Enter");
  const file = await saving;
  expect(file.suggestedFilename()).toBe("Forms.conversation.json");
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toMatchObject({ name: "Forms", version: 1 });
  await dialog.getByRole("button", { name: "Delete Forms" }).press("Enter");
  await expect(dialog).toContainText("Deleted Forms.");
  await dialog.getByRole("button", { name: "Undo" }).press("Enter");
  await page.keyboard.press("Escape");
  const isCurrent = page.getByRole("button", { name: /^Conversations, current: Forms/ });
  // Until then, the page may still say that what came before is saved.
  await expect(isCurrent).toBeVisible();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(isCurrent).toBeVisible();
  await expect(conversation).toContainText("Chose pdf-forms from the catalog");
  await expect(conversation.getByRole("group", { name: "Branches" })).toContainText("1/2");
});

/** Whether the middle of a control and the middle of its lower edge belong to it, and are not covered or clipped. */
function isWholeInReach(control: Element): boolean {
  const { left, top, width, height } = control.getBoundingClientRect();
  return [height / 2, height - 1].every((down) =>
    control.contains(document.elementFromPoint(left + width / 2, top + down)),
  );
}
