import { findings } from "./findings.ts";
import { expect, test } from "./lab.ts";

test("what is cut for want of room is shortened as one, reached by keys alone, and undone as one", async ({ lab }) => {
  const { page } = lab;
  await lab.visit("acme/wordy", "?profile=claude-code");
  const skills = page.getByRole("region", { name: "Skills", exact: true });
  await expect(skills).toContainText(/tells its model of all 30 skills, \d+ by name only/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("trim what");
  await expect(page.getByRole("option", { name: /Trim what is cut/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Trim descriptions" });
  const accept = dialog.getByRole("button", { name: /^Shorten \d+$/ });
  await expect(accept).toBeEnabled();
  expect(await findings(dialog)).toEqual([]);
  await accept.click();
  await expect(skills).toContainText("tells its model of all 30 skills.");
  await expect(page.getByRole("button", { name: "Trim what is cut" })).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await page.getByRole("button", { name: "Reload skills" }).click();
  await expect(skills).toContainText("by name only");
});
