import type { Locator, Page } from "@playwright/test";
import { findingsInBothSizes } from "./findings.ts";
import { expect, type Lab, test, testOnOnePage } from "./lab.ts";
import { sizes } from "./sizes.ts";

const [desktop] = sizes;

/** Opens the sample made for several harnesses. */
async function openSample({ page }: Lab): Promise<void> {
  await page.goto("/try/many-harnesses");
  await expect(page.getByRole("list", { name: "Loaded skills" }).getByRole("listitem").first()).toBeVisible();
}

/** Opens the comparison as it is at first. */
async function openComparison({ page }: Lab): Promise<Locator> {
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Compare harnesses" });
  await expect(dialog.getByRole("table", { name: "Skills by harness" })).toBeVisible();
  return dialog;
}

function rowOf(dialog: Locator, folder: string): Locator {
  return dialog.getByRole("row").filter({ has: dialog.page().getByRole("rowheader", { name: folder }) });
}

/** Sorts the rows by name: one per skill, with the alphabetically first in sight. */
async function byName(dialog: Locator): Promise<void> {
  await dialog.getByRole("combobox", { name: "Order of the rows" }).selectOption("By name");
}

/** Number of skills with a row. */
function skillsIn(dialog: Locator): Promise<number> {
  return dialog.locator("tr:has(button[data-column])").count();
}

/** Records what the page copies, as a headless browser may refuse access to the clipboard. */
async function catchCopies(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => sessionStorage.setItem("copied", text);
  });
  return () => page.evaluate(() => sessionStorage.getItem("copied") ?? "");
}

test("every harness has a verdict on every skill, and tells its reason to who cannot point; a mark opens its file under its harness", {
  tag: "@smoke",
}, async ({ lab }) => {
  await openSample(lab);
  const dialog = await openComparison(lab);
  const table = dialog.getByRole("table", { name: "Skills by harness" });
  await expect(table.getByRole("columnheader").nth(1)).toHaveText("Keen Code");
  await expect(rowOf(dialog, "Tokens").getByRole("cell").first()).toHaveText(/^≈\d+$/);
  await expect(rowOf(dialog, "Differences").getByRole("cell").nth(1)).toHaveText(/^\d+$/);
  await byName(dialog);
  const row = rowOf(dialog, "accessibility-check");
  await expect(row.getByRole("button").first()).toHaveAccessibleName(
    /^not found: Not in a folder that this harness searches/,
  );
  await expect(row.getByRole("button").last()).toHaveAccessibleName("loaded");
  await expect(row.getByRole("button")).toHaveCount((await table.getByRole("columnheader").count()) - 1);
  await row.getByRole("button").last().click();
  await expect(dialog).toBeHidden();
  await expect(lab.page.getByRole("combobox", { name: "Harness" })).toHaveValue("agentskills");
  await expect(lab.file).toContainText("accessibility-check");
});

test("a link compares the harnesses it names", async ({ lab }) => {
  await lab.page.goto("/try/many-harnesses?compare=kodelet,keen,none-of-that-name");
  const dialog = lab.page.getByRole("dialog", { name: "Compare harnesses" });
  await expect(dialog.getByText("Harnesses 2 of")).toBeVisible();
  await expect(dialog.getByRole("columnheader")).toHaveText(["Skill", "Kodelet", "Keen Code"]);
  await expect(dialog.getByRole("combobox", { name: "Against" })).toHaveValue("kodelet");
  await dialog.getByRole("tab", { name: "Catalogs" }).click();
  await expect(dialog.getByLabel("From", { exact: true })).toHaveValue("kodelet");
  await expect(dialog.getByLabel("To", { exact: true })).toHaveValue("keen");
  await lab.page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test.describe("opened once", () => {
  const testOpened = testOnOnePage(openSample);

  // A comparison that is closed forgets what was chosen in it.
  testOpened.afterEach(async ({ lab: { page } }) => {
    await page.setViewportSize(desktop.viewport);
    const dialog = page.getByRole("dialog", { name: "Compare harnesses" });
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
  });

  testOpened(
    "skills of one pattern stand together, under what it comes to; it folds, and the reference turns it round",
    async ({ lab }) => {
      const dialog = await openComparison(lab);
      const pattern = dialog.getByRole("button", { name: /^\d+ skills? not found by Keen Code/ }).first();
      await expect(pattern).toHaveAttribute("aria-expanded", "true");
      const below = dialog.locator(
        `[data-row="${Number(await pattern.getAttribute("data-row")) + 1}"][data-column="0"]`,
      );
      await expect(below).toHaveCount(1);
      await pattern.focus();
      await lab.page.keyboard.press("Enter");
      await expect(pattern).toHaveAttribute("aria-expanded", "false");
      await expect(pattern).toBeFocused();
      await expect(below).toHaveCount(0);
      await byName(dialog);
      await expect(pattern).toHaveCount(0);
      await dialog.getByRole("combobox", { name: "Order of the rows" }).selectOption("By pattern");
      await dialog.getByRole("combobox", { name: "Against" }).selectOption("Agent Skills");
      await expect(dialog.getByRole("columnheader").nth(1)).toHaveText("Agent Skills");
      await expect(dialog.getByRole("button", { name: /^\d+ skills? loaded by Agent Skills/ }).first()).toBeVisible();
    },
  );

  testOpened("the marks are one tab stop, and the focused one is told in full", async ({ lab }) => {
    const dialog = await openComparison(lab);
    const stops = dialog.getByRole("table").getByRole("button");
    const marks = dialog.locator("button[data-column]");
    await dialog.getByRole("button", { name: "Copy", exact: true }).focus();
    await lab.page.keyboard.press("Tab");
    await expect(stops.first()).toBeFocused();
    await expect(stops.first()).toHaveAccessibleName(/^\d+ skills? /);
    await lab.page.keyboard.press("ArrowDown");
    await expect(marks.first()).toBeFocused();
    await lab.page.keyboard.press("End");
    await expect(dialog.locator("tr:has(button[data-column])").first().getByRole("button").last()).toBeFocused();
    await lab.page.keyboard.press("Control+End");
    await expect(marks.last()).toBeFocused();
    await lab.page.keyboard.press("Control+Home");
    await expect(stops.first()).toBeFocused();
    await byName(dialog);
    await marks.first().focus();
    await expect(dialog.getByText("Not in a folder that this harness searches.", { exact: true })).toBeVisible();
    await lab.page.keyboard.press("Tab");
    await expect(dialog.getByRole("button", { name: "Open", exact: true })).toBeFocused();
  });

  testOpened("it is narrowed by text, by difference and by harness, and says so", async ({ lab }) => {
    const dialog = await openComparison(lab);
    await dialog.getByRole("searchbox", { name: "Filter compared skills" }).fill("database");
    await expect(dialog.getByText(/^[01] of 1 skill differs?$/)).toBeVisible();
    expect(await skillsIn(dialog)).toBe(1);
    await dialog.getByRole("searchbox", { name: "Filter compared skills" }).fill("");
    await dialog.getByRole("combobox", { name: "Show" }).selectOption("Differences");
    await dialog.getByText(/^Harnesses \d/).click();
    const harnesses = dialog.getByRole("group", { name: "Harnesses to show" }).getByRole("checkbox");
    for (let left = (await harnesses.count()) - 1; left > 0; left--) await harnesses.nth(left).uncheck();
    await expect(dialog.getByText("No differences")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Show" }).selectOption("All skills");
    await expect(dialog.getByRole("columnheader")).toHaveCount(2);
  });

  testOpened("what is shown is copied as data and as Markdown", async ({ lab }) => {
    const copied = await catchCopies(lab.page);
    const dialog = await openComparison(lab);
    await dialog.getByRole("searchbox", { name: "Filter compared skills" }).fill("accessibility");
    await expect.poll(() => skillsIn(dialog)).toBe(1);
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await dialog.getByRole("button", { name: "Copy as JSON" }).click();
    await expect(dialog.getByText("Copied")).toBeVisible();
    expect(JSON.parse(await copied())).toMatchObject({
      version: 1,
      workspace: { sources: [{ kind: "sample" }] },
      profiles: expect.arrayContaining([expect.objectContaining({ id: "keen", label: "Keen Code" })]),
      skills: [
        {
          folder: "accessibility-check",
          path: "/.claude/skills/accessibility-check/SKILL.md",
          differs: true,
          profiles: {
            keen: { verdict: "outside", reason: "Not in a folder that this harness searches" },
            agentskills: { verdict: "loaded", name: "accessibility-check" },
          },
        },
      ],
    });
    await dialog.getByRole("button", { name: "Copy as Markdown" }).click();
    await expect.poll(copied).toMatch(/^\| `accessibility-check` \| outside \|.* loaded \|$/m);
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await expect.poll(copied).toMatch(/\/try\/many-harnesses\?profile=keen&compare=keen,[a-z,-]+$/);
  });

  for (const { name, width, columns } of [
    { name: "side by side", width: 1280, columns: 2 },
    { name: "one below the other on a phone", width: 390, columns: 1 },
  ]) {
    testOpened(`the catalogs' texts stand ${name}, with what differs marked`, async ({ lab }) => {
      await lab.page.setViewportSize({ width, height: 800 });
      const dialog = await openComparison(lab);
      await dialog.getByRole("tab", { name: "Catalogs" }).click();
      const diff = dialog.getByRole("region", { name: "Catalogs compared" });
      await dialog.getByRole("combobox", { name: "To" }).selectOption("agentskills");
      await expect(diff.getByRole("columnheader")).toHaveCount(columns);
      await expect(diff.getByRole("deletion").filter({ hasText: "## Available Skills" })).toBeVisible();
      await expect(diff.getByRole("insertion").filter({ hasText: "<available_skills>" })).toBeAttached();
      expect(await diff.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
      await dialog.getByRole("combobox", { name: "To" }).selectOption("keen");
      await expect(dialog.getByText("Both tell the model exactly the same.")).toBeVisible();
      await expect(diff.getByRole("deletion").filter({ hasText: "Skills" })).toHaveCount(0);
    });
  }

  testOpened("nothing bars anybody from it", async ({ lab }) => {
    const dialog = await openComparison(lab);
    await dialog.getByText(/^Harnesses \d/).click();
    expect(await findingsInBothSizes(lab.page), "skills").toEqual([]);
    await dialog.getByRole("tab", { name: "Catalogs" }).click();
    await expect(dialog.getByRole("region", { name: "Catalogs compared" })).toBeVisible();
    expect(await findingsInBothSizes(lab.page), "catalogs").toEqual([]);
  });
});
