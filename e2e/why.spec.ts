import type { Locator } from "@playwright/test";
import { findings } from "./findings.ts";
import { expect, type Lab, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

/** Opens a project in which every way of not being offered happens once. */
async function openUnder(lab: Lab, harness: string): Promise<void> {
  await lab.visit("acme/reasons");
  await expect(lab.progress).toBeHidden();
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption(harness);
}

/** Opens what is said of a skill that is not offered. */
async function why({ page }: Lab, list: string, name: string): Promise<Locator> {
  const row = page
    .getByRole("list", { name: list })
    .locator(":scope > li")
    .filter({ hasText: new RegExp(`^${name}`) });
  await row.getByRole("button", { name: `Why? ${name}` }).click();
  return row;
}

function rule(within: Locator, title: string): Locator {
  return within.getByRole("listitem").filter({ hasText: new RegExp(`^${title}`) });
}

test("a rejected skill: the rule, the line, the harness's words, the source; mended, loaded, undone", {
  tag: "@smoke",
}, async ({ lab }) => {
  await openUnder(lab, "Keen Code");
  const row = await why(lab, "Skills not loaded", "colon");
  await expect(row).toContainText("Keen Code does not load it.");
  const yaml = rule(row, "The frontmatter is YAML");
  await expect(yaml.getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(yaml).toContainText("Skill colon failed to load: parse frontmatter: yaml: line 2: mapping values");
  await expect(yaml).toContainText("Keen Code documentation");
  await yaml.getByRole("button", { name: "colon/SKILL.md:3" }).click();
  await expect(lab.file).toContainText("description: Use: it");
  await yaml.getByRole("button", { name: /^Put description in quotes/ }).click();
  await expect(lab.page.getByRole("status", { name: "Quick fix" })).toHaveText("Fixed: Put description in quotes");
  await expect(lab.file).toContainText('description: "Use: it');
  await expect(lab.skill("colon")).toHaveCount(0);
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("colon")).toBeVisible();
  await lab.page.getByRole("button", { name: "Undo" }).click();
  await expect(lab.file).toContainText("description: Use: it");
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("colon")).toHaveCount(0);
});

test("a shadowed skill: by which, in silence; renamed, it loads beside the other", async ({ lab }) => {
  await openUnder(lab, "Kodelet");
  const row = await why(lab, "Shadowed skills", "twin");
  await expect(row).toContainText("Kodelet uses another skill in its place.");
  await expect(rule(row, "Is the first skill of its name")).toContainText("The harness says nothing about it.");
  await row.getByRole("button", { name: /^All \d+ rules/ }).click();
  await expect(rule(row, "Is in a folder that is searched").getByRole("img", { name: "Passed" })).toBeVisible();
  await row.getByRole("button", { name: /^Name it z-twin/ }).click();
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("z-twin")).toBeVisible();
});

test("a skill that is off: which file and line say so; turned on by what the problem's place offers", async ({
  lab,
}) => {
  await openUnder(lab, "Kodelet");
  await lab.page
    .getByRole("list", { name: "Skills that are off" })
    .getByRole("button", { name: /^unlisted/ })
    .click();
  await lab.context.getByRole("tab", { name: "Why?" }).click();
  await expect(lab.context).toContainText(
    "Kodelet has it, and it is off. ./kodelet-config.yaml allows twin, z-twin, and not unlisted.",
  );
  const state = rule(lab.context, "This skill is on");
  await expect(state.getByRole("button", { name: /kodelet-config\.yaml:3/ })).toBeVisible();
  await state.getByRole("button", { name: /^Put unlisted on the list/ }).click();
  await expect(lab.context).toContainText("The harness has not reloaded them.");
  await lab.context.getByRole("button", { name: "Reload now" }).click();
  await expect(lab.skill("unlisted")).toBeVisible();
  await expect(lab.context).toContainText("Kodelet loads it and tells the model of it.");
});

test("a skill outside every root: moved in by the keyboard alone, its files with it", async ({ lab }) => {
  await openUnder(lab, "GenCode");
  await lab.page.getByText(/^Where this harness never looks/).click();
  const row = await why(lab, "Skills outside the roots", "stray");
  await expect(row).toContainText("GenCode never looks at it.");
  const move = row.getByRole("button", { name: /^Move it to \/workspace\/\.gen\/skills\/stray/ });
  await move.focus();
  await lab.page.keyboard.press("Enter");
  await expect(lab.page.getByRole("status", { name: "Quick fix" })).toContainText("Fixed: Move it");
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("stray")).toBeVisible();
  await lab.context.getByRole("tab", { name: "Why?" }).click();
  await expect(lab.context).toContainText("GenCode loads it and does not tell the model of it.");
  await rule(lab.context, "The model is told of it")
    .getByRole("button", { name: /^Set stray to active/ })
    .click();
  await lab.context.getByRole("button", { name: "Reload now" }).click();
  await expect(lab.context).toContainText("GenCode loads it and tells the model of it.");
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await expect(lab.skill("stray")).toBeVisible();
});

test("a skill outside every root: found by the filter, tried, undone, and asked for by its name", async ({ lab }) => {
  await openUnder(lab, "Keen Code");
  await lab.page.getByRole("searchbox", { name: "Filter skills" }).fill("stray");
  await lab.page.getByRole("button", { name: "Try it: stray" }).click();
  await expect(lab.message).toHaveValue("/stray ");
  await expect(lab.message).toBeFocused();
  await lab.page.keyboard.press("Enter");
  await expect(lab.conversation).toContainText("I would use the skill stray");
  await expect(lab.skill("stray")).toBeVisible();
  await expect(
    lab.page.getByText("stray installed for Keen Code with 2 files, as npx skills add does it."),
  ).toBeVisible();
  await lab.page.getByRole("button", { name: "Undo installing" }).click();
  await expect(lab.skill("stray")).toBeHidden();

  await lab.message.fill("/twi");
  await expect(lab.page.getByRole("option", { name: /^\/twin/ })).toContainText(
    "not loaded: not where Keen Code looks",
  );
  expect(await findings(lab.page)).toEqual([]);
  await lab.say("/twin now");
  await expect(lab.conversation).toContainText("is in this repository, but Keen Code does not look in");
  expect(await findings(lab.page)).toEqual([]);
  await lab.conversation.getByRole("button", { name: "Try it: twin" }).click();
  await expect(lab.message).toHaveValue("/twin now");
  await expect(lab.message).toBeFocused();
});

test("a problem is mended where it is listed", async ({ lab }) => {
  await openUnder(lab, "Agent Skills");
  const fix = lab.problems.getByRole("button", { name: /^Put description in quotes: colon/ });
  await fix.click();
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("colon")).toBeVisible();
  await expect(fix).toHaveCount(0);
});

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test("explanations have no finding of axe", async ({ lab }) => {
      test.slow();
      await openUnder(lab, "Kodelet");
      if (name === "phone") await lab.page.getByRole("tab", { name: "Skills" }).click();
      const rejected = await why(lab, "Skills not loaded", "colon");
      await rejected.getByRole("button", { name: /^All/ }).click();
      await why(lab, "Shadowed skills", "twin");
      expect(await findings(lab.page), "skills").toEqual([]);
      if (name === "phone") await lab.page.getByRole("tab", { name: "Context" }).click();
      await lab.context.getByRole("tab", { name: "Why?" }).click();
      await expect(lab.context).toContainText("Kodelet uses another skill in its place.");
      expect(await findings(lab.page), "why").toEqual([]);
      expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}
