import { readFile } from "node:fs/promises";
import { findings, findingsInBothSizes } from "./findings.ts";
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
  // Only the text and the conversation; other panels unfold once they are needed.
  await expect(lab.message).toBeVisible();
  await expect(lab.skill("recipe-scaler")).toBeHidden();
  await expect(lab.context).toBeHidden();
  expect(await findings(page)).toEqual([]);
  await page.getByRole("button", { name: "Skills and files" }).press("Enter");
  await expect(lab.skill("recipe-scaler")).toBeVisible();
  await lesson.getByRole("button", { name: /^Show recipe-scaler/ }).click();
  await expect(lab.context).toBeVisible();
  await lesson.getByRole("radio", { name: /^From name and description/ }).check();
  await expect(lesson.getByText("Right.")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await lesson.getByRole("button", { name: "Next" }).press("Enter");
  await expect(lesson.getByRole("heading", { name: "Ask for something" })).toBeFocused();
  await lesson.getByRole("button", { name: /^Type “/ }).click();
  // The message is in the box, and is not sent until the person sends it.
  await expect(lab.message).toHaveValue("Scale recipes/cinnamon-rolls.md up to 30 portions");
  await expect(lesson.getByText("No skill has been used yet.")).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(lesson.getByRole("status", { name: "Checks" })).toHaveText(/^Passed: It read rounding\.md and/);
  await page.goBack();
  await expect(lesson.getByRole("heading", { name: "What the model knows at first" })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(lesson.getByRole("heading", { name: "Ask for something" })).toBeVisible();
  await expect(lesson.getByRole("paragraph").filter({ hasText: "Passed: It read rounding.md" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("tab", { name: "Lesson" })).toHaveAttribute("aria-selected", "true");
  expect(await findings(page), "on a phone").toEqual([]);

  await page.goto("/");
  const course = page.getByRole("listitem").filter({ hasText: "Skills in 30 minutes" });
  await expect(course).toContainText("0 of 7 lessons passed");
  expect(await findingsInBothSizes(page)).toEqual([]);
  await course.getByRole("link", { name: "Continue: Three tiers" }).click();
  await expect(lesson.getByRole("heading", { name: "Ask for something" })).toBeVisible();
});

test("another tab shows a room the step, and what the solution passed is handed over as such", async ({ lab }) => {
  const { page } = lab;
  const address = "/w/try/skills-101/02-a-description-that-gets-picked";
  await page.goto(`${address}#write-a-better-line`);
  const lesson = page.getByRole("region", { name: "Lesson" });
  await expect(lesson.getByRole("heading", { name: "Write a better line" })).toBeVisible();
  await expect(page.getByText(/^Saved/)).toBeVisible();

  const room = await page.context().newPage();
  await room.goto(`${address}?present=1`);
  const presented = room.getByRole("dialog", { name: "A description that gets picked" });
  await expect(presented.getByRole("heading", { name: "Write a better line" })).toBeVisible();
  await expect(presented.getByText("Open .agents/skills/food-helper/SKILL.md, line 3")).toBeVisible();
  expect(await findingsInBothSizes(room)).toEqual([]);
  await lesson.getByRole("button", { name: /^Present/ }).click();
  await expect(page.getByRole("dialog").getByRole("heading", { name: "Write a better line" })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(presented.getByRole("heading", { name: "See it work" })).toBeVisible();
  await expect(room).toHaveURL(/#see-it-work$/);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Escape");

  await lesson.getByRole("button", { name: "Show solution" }).click();
  await expect(lesson.getByText("Passed with the solution shown.")).toHaveCount(2);
  await lesson.getByRole("button", { name: "Your progress" }).click();
  const progress = page.getByRole("dialog", { name: "Your progress" });
  const row = progress.getByRole("row", { name: /^A description/ });
  await expect(row.getByRole("cell")).toHaveText(["2 of 5", "2", /\d/]);
  expect(await findingsInBothSizes(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await progress.getByRole("button", { name: "Save as a file" }).click();
  const told = await readFile(await (await saving).path(), "utf8");
  await page.goto("/class");
  const table = page.getByRole("region", { name: "Progress of the class" });
  await page.getByRole("textbox", { name: "Progress links" }).fill(told);
  await expect(table.getByRole("row").nth(1)).toContainText("2 of 52 by the solution");
  // A progress link with a check that the lesson does not have is invented, or from another version of the lesson.
  const madeUp = JSON.stringify(JSON.parse(told), (key, value) =>
    key === "passed" ? [...value, { check: "made/up-1", at: 1, by: "learner" }] : (value as unknown),
  );
  await page.getByRole("textbox", { name: "Progress links" }).fill(madeUp);
  await expect(table.getByRole("row").nth(1)).toContainText("1 not in this lesson");
});

test("an author sees the lessons of a workshop, and whether they can be passed", async ({ lab }) => {
  const { page } = lab;
  await page.goto("/try/workshop-template");
  await page.getByRole("button", { name: "Lessons and checks" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Check all lessons" }).click();
  await expect(dialog.getByText(/^Every lesson can be passed, 0 warnings\. About 2 minutes in all/)).toBeVisible();
  expect(await findingsInBothSizes(page)).toEqual([]);
});

test("what was done is opened as a workshop to write in, which says how a class gets it", async ({ lab }) => {
  const { page } = lab;
  await page.goto("/try/first-look");
  await lab.say("/git-helper what changed");
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("button", { name: "Make a lesson from this" }).click();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL(/\/local\//);
  await expect(lab.file).toContainText("New lesson");
  await page.getByRole("button", { name: "Edit file" }).click();
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.getByRole("button", { name: "Lessons and checks" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("/w/gh/owner/repository");
  const saving = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Save workshop.zip" }).click();
  expect((await saving).suggestedFilename()).toBe("workshop.zip");
  await expect(dialog.getByText("Live room")).toBeHidden();
  expect(await findingsInBothSizes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Open lesson: New lesson" }).click();
  await page.getByRole("button", { name: "Live room" }).click();
  await expect(dialog).toContainText("Push the workshop to a repository first");
  await expect(dialog.getByRole("button", { name: "Start a live room" })).toBeHidden();
});
