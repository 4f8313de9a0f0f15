import { findings } from "./findings.ts";
import { expect, test } from "./lab.ts";

test("a newcomer learns from the first page on: a step, a message of their own, and back where they were after a reload", async ({
  lab,
}) => {
  const { page } = lab;
  await page.goto("/");
  await page.getByRole("link", { name: "Learn skills in 30 minutes" }).click();
  const lesson = page.getByRole("region", { name: "Lesson" });
  await expect(lesson.getByRole("heading", { name: "What the model knows at first" })).toBeVisible();
  await expect(page).toHaveURL(/\/w\/try\/skills-101\/01-three-tiers#what-the-model-knows-at-first$/);
  await lesson.getByRole("radio", { name: /^From name and description/ }).check();
  await expect(lesson.getByText("Right.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await lesson.getByRole("button", { name: "Next" }).press("Enter");
  await expect(lesson.getByRole("heading", { name: "Ask for something" })).toBeFocused();
  await lesson.getByRole("button", { name: /^Put into the message box/ }).click();
  // It waits for the person.
  await expect(lab.message).toHaveValue("Scale recipes/cinnamon-rolls.md up to 30 portions");
  await expect(lesson.getByText("No skill was put to use yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(lesson.getByRole("status", { name: "Checks" })).toHaveText("Passed: It has read rounding.md");
  await page.goBack();
  await expect(lesson.getByRole("heading", { name: "What the model knows at first" })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(lesson.getByRole("heading", { name: "Ask for something" })).toBeVisible();
  await expect(lesson.getByRole("paragraph").filter({ hasText: "Passed: It has read rounding.md" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("tab", { name: "Lesson" })).toHaveAttribute("aria-selected", "true");
  expect(await findings(page), "on a phone").toEqual([]);
});
