import type { Locator } from "@playwright/test";
import { findings, tooWide } from "./findings.ts";
import { expect, type Lab, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

const [{ viewport: desktop }, { viewport: phone }] = sizes;

/** Opens a project with one skill for each reason not to be loaded. */
async function openUnder(lab: Lab, harness: string): Promise<void> {
  await lab.visit("acme/reasons", "?as=project&profile=keen");
  await expect(lab.progress).toBeHidden();
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption(harness);
}

/** Opens the explanation of a skill that is not loaded. */
async function why({ page }: Lab, name: string): Promise<Locator> {
  const row = page
    .getByRole("list", { name: "Skills not loaded" })
    .locator(":scope > li")
    .filter({ hasText: new RegExp(`^${name}`) })
    // Other skills of the same name may lie where nobody looks; they come later.
    .first();
  await row.getByRole("button").first().click();
  return row;
}

function rule(within: Locator, title: string): Locator {
  return within.getByRole("listitem").filter({ hasText: new RegExp(`^${title}`) });
}

test("a rejected skill: the rule, the line, the harness's words, the source; mended, loaded, undone", {
  tag: "@smoke",
}, async ({ lab }) => {
  await openUnder(lab, "Keen Code");
  const row = await why(lab, "colon");
  await expect(row).toContainText("rejected");
  const yaml = rule(row, "The frontmatter is not valid YAML");
  await expect(yaml.getByRole("img", { name: "Failed" })).toBeVisible();
  await expect(yaml).toContainText("Skill colon failed to load: parse frontmatter: yaml: line 2: mapping values");
  await expect(yaml).toContainText("Keen Code documentation");
  await yaml.getByRole("button", { name: "colon/SKILL.md:3" }).click();
  await expect(lab.file).toContainText("description: Use: it");
  await yaml.getByRole("button", { name: /^Put description in quotes/ }).click();
  await expect(lab.page.getByRole("status", { name: "Quick fix" })).toHaveText("Fixed: Put description in quotes");
  await expect(lab.file).toContainText('description: "Use: it');
  await expect(lab.skill("colon")).toHaveCount(0);
  await expect(row).toContainText("pending");
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("colon")).toBeVisible();
  await lab.page.getByRole("button", { name: "Undo" }).click();
  await expect(lab.file).toContainText("description: Use: it");
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("colon")).toHaveCount(0);
});

test("a shadowed skill: by which, in silence; one that is off: which file and line say so; both are mended in place", async ({
  lab,
}) => {
  await openUnder(lab, "Kodelet");
  const rejected = await why(lab, "colon");
  await rejected.getByRole("button", { name: /^All/ }).click();
  expect(await findings(rejected), "rejected").toEqual([]);
  await lab.page.setViewportSize(phone);
  await lab.page.getByRole("tab", { name: "Skills" }).click();
  expect(await findings(rejected), "rejected, on a phone").toEqual([]);
  const row = await why(lab, "twin");
  await expect(row).toContainText("shadowed");
  await expect(rule(row, "Another skill of its name comes first")).toContainText("The harness says nothing about it.");
  await row.getByRole("button", { name: /^All \d+ rules/ }).click();
  await expect(rule(row, "Is in a folder that is searched").getByRole("img", { name: "Passed" })).toBeVisible();
  expect(await findings(row), "shadowed, on a phone").toEqual([]);
  expect(await tooWide(lab.page)).toEqual([]);
  await lab.page.setViewportSize(desktop);
  expect(await findings(row), "shadowed").toEqual([]);
  await row.getByRole("button", { name: /^Name it z-twin/ }).click();
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("z-twin")).toBeVisible();

  const skills = lab.page.getByRole("region", { name: "Skills", exact: true });
  await lab.page
    .getByRole("list", { name: "Skills that are off" })
    .getByRole("button", { name: /^unlisted/ })
    .click();
  const state = rule(skills, "This skill is off");
  await expect(state).toContainText("./kodelet-config.yaml allows twin, z-twin, and not unlisted.");
  await expect(state.getByRole("button", { name: /kodelet-config\.yaml:3/ })).toBeVisible();
  await state.getByRole("button", { name: /^Put unlisted on the list/ }).click();
  await expect(skills).toContainText("The harness has not reloaded them.");
  await skills.getByRole("button", { name: "Reload now" }).click();
  await expect(lab.skill("unlisted")).toBeVisible();
  await lab.skill("unlisted").getByRole("button", { name: "Why? unlisted" }).click();
  await expect(skills).toContainText("Kodelet loads it and tells the model of it.");
});

test("a skill outside every root: moved in by the keyboard alone, its files with it", async ({ lab }) => {
  await openUnder(lab, "GenCode");
  const skills = lab.page.getByRole("region", { name: "Skills", exact: true });
  const row = await why(lab, "stray");
  await expect(rule(row, "Not in a folder that GenCode searches")).toBeVisible();
  // One fix with one target.
  const move = row.getByRole("button", { name: /^Move it to/ });
  await expect(move).toHaveText("Move it to ./.gen/skills/stray");
  await move.focus();
  await lab.page.keyboard.press("Enter");
  await expect(lab.page.getByRole("status", { name: "Quick fix" })).toContainText("Fixed: Move it");
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("stray")).toBeVisible();
  await rule(skills, "The model is not told of it")
    .getByRole("button", { name: /^Set stray to active/ })
    .click();
  await skills.getByRole("button", { name: "Reload now" }).click();
  await expect(skills).toContainText("GenCode loads it and tells the model of it.");
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
  await expect(lab.page.getByRole("option", { name: /^\/twin/ })).toContainText("not in a folder Keen Code searches");
  expect(await findings(lab.page)).toEqual([]);
  await lab.say("/twin now");
  await expect(lab.conversation).toContainText("is in this repository, but Keen Code does not look in");
  expect(await findings(lab.page)).toEqual([]);
  await lab.conversation.getByRole("button", { name: "Try it: twin" }).click();
  await expect(lab.message).toHaveValue("/twin now");
  await expect(lab.message).toBeFocused();
});

test("a problem leads to the one place that says why, where it is mended", async ({ lab }) => {
  await openUnder(lab, "Agent Skills");
  await lab.showProblems();
  const problem = lab.problems.getByRole("button", { name: "Why? colon" });
  await problem.click();
  await lab.page
    .getByRole("region", { name: "Skills", exact: true })
    .getByRole("button", { name: /^Put description in quotes: colon/ })
    .click();
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(lab.skill("colon")).toBeVisible();
  await expect(problem).toHaveCount(0);
});
