import type { Locator } from "@playwright/test";
import { profiles } from "#lib/harness/profiles.ts";
import { findings, findingsInBothSizes } from "./findings.ts";
import { expect, type Lab, labOf, test } from "./lab.ts";

async function openSkills(lab: Lab): Promise<void> {
  await lab.visit("acme/skills");
  await expect(lab.progress).toBeHidden();
  await expect(lab.skill("pdf-forms")).toBeVisible();
}

async function openSkillFile(lab: Lab, name = "pdf-forms"): Promise<void> {
  const row = lab.skill(name);
  if ((await row.getByRole("button").first().getAttribute("aria-expanded")) !== "true") {
    await row.getByRole("button").first().click();
  }
  await row.getByRole("button", { name: "Open SKILL.md" }).click();
  await expect(lab.file).toContainText(`${name}/SKILL.md`);
}

function editorOf(lab: Lab): Locator {
  return lab.file.getByRole("textbox", { name: /^Edit \// });
}

async function edit(lab: Lab): Promise<Locator> {
  await lab.file.getByRole("button", { name: "Edit file" }).click();
  await expect(editorOf(lab)).toBeFocused();
  return editorOf(lab);
}

/** Replaces the editor's whole text by `text`. */
async function write(lab: Lab, text: string): Promise<void> {
  await editorOf(lab).press("ControlOrMeta+a");
  await lab.page.keyboard.insertText(text);
}

const skill = (description: string) =>
  `---\nname: pdf-forms\ndescription: ${description}\n---\n\n# PDF forms\n\nFill them in.\n`;

const notSaved = (lab: Lab) => lab.file.getByText("not saved");

/** Has the harness read the files on the disk, which it does only at start and when told to. */
async function reload(lab: Lab): Promise<void> {
  const stale = lab.page.getByText(/^Files changed, not reloaded yet/);
  await expect(stale).toBeVisible();
  await lab.page.getByRole("button", { name: "Reload skills" }).click();
  await expect(stale).toBeHidden();
}

test("an edited SKILL.md changes the catalog once it is saved and reloaded, stays, says in what it differs from its source, and is reverted and back", {
  tag: "@smoke",
}, async ({ lab }) => {
  const changed = lab.file.getByText("changed", { exact: true });
  await openSkills(lab);
  await openSkillFile(lab);
  await expect(changed).toHaveCount(0);
  const before = await lab.context.textContent();
  await edit(lab);
  await write(lab, skill("Fills in forms that are edited by hand."));
  await expect(notSaved(lab)).toBeVisible();
  expect(await lab.context.textContent()).toBe(before);

  await lab.page.keyboard.press("ControlOrMeta+s");
  await expect(notSaved(lab)).toBeHidden();
  await expect(editorOf(lab)).toBeFocused();
  await reload(lab);
  await expect(lab.context).toContainText("Fills in forms that are edited by hand.");

  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await expect(lab.context).toContainText("Fills in forms that are edited by hand.");

  await openSkillFile(lab);
  await expect(changed).toBeVisible();
  await lab.file.getByRole("button", { name: "Show changes" }).click();
  await expect(lab.page.getByRole("dialog", { name: "Changes in SKILL.md" })).toContainText("edited by hand.");
  expect(await findings(lab.page)).toEqual([]);
  await lab.page.keyboard.press("Escape");

  await lab.file.getByRole("button", { name: "Revert file" }).click();
  await expect(lab.page.getByRole("status", { name: "Quick fix" })).toHaveText("Reverted: SKILL.md");
  await expect(changed).toBeHidden();
  await expect(lab.file).not.toContainText("edited by hand.");
  await lab.page.getByRole("button", { name: "Undo" }).click();
  await expect(lab.file).toContainText("edited by hand.");
});

test("a state file edited by hand turns a skill off, and another on again; broken, it turns all on, and its line says so", async ({
  lab,
}) => {
  await openSkills(lab);
  await lab.say("/skills release-notes disable");
  await lab.files.getByRole("treeitem", { name: "/home/user" }).click();
  for (const name of [".keen", "skills"]) {
    await lab.files.getByRole("treeitem", { name, exact: true }).last().click();
  }
  await lab.files.getByRole("treeitem", { name: "config.json" }).click();
  await edit(lab);
  await write(lab, '{ "is_enabled": { "pdf-forms": false } }\n');
  await lab.file.getByRole("button", { name: "Save" }).click();
  await reload(lab);
  await expect(lab.page.getByRole("list", { name: "Skills that are off" })).toContainText("pdf-forms");
  await expect(lab.skill("release-notes")).toBeVisible();

  await write(lab, '{ "is_enabled": { "pdf-forms": false\n');
  await lab.file.getByRole("button", { name: "Save" }).click();
  await reload(lab);
  await expect(lab.problems).toContainText("This harness ignores the file: not a JSON object");
  await expect(lab.skill("release-notes")).toBeVisible();
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.file.locator(".cm-lintRange-warning")).toHaveText('{ "is_enabled": { "pdf-forms": false');
  // On a busy machine the findings of the text before may still be replaced, which closes the tooltip.
  await expect(async () => {
    await editorOf(lab).press("F8");
    await expect(lab.page.locator(".cm-tooltip")).toContainText("This harness ignores the file", { timeout: 1000 });
  }).toPass();
  await editorOf(lab).press("Escape");
  await expect(lab.page.locator(".cm-tooltip")).toHaveCount(0);
  await editorOf(lab).press("F8");
  await expect(lab.page.locator(".cm-tooltip")).toContainText("This harness ignores the file");
});

test("what is typed outlives another file, the conversation and a reload, until it is discarded, and is saved by keyboard alone", async ({
  lab,
}) => {
  await openSkills(lab);
  await openSkillFile(lab);
  await edit(lab);
  await write(lab, skill("Half a thought"));
  await openSkillFile(lab, "release-notes");
  await expect(lab.files.locator("[aria-description*='not saved']")).toHaveAccessibleName("SKILL.md");
  await openSkillFile(lab);
  await expect(editorOf(lab)).toContainText("Half a thought");
  await lab.page.getByRole("button", { name: "Conversation" }).click();
  await lab.page.reload();
  await lab.page.getByRole("button", { name: "pdf-forms/SKILL.md" }).first().click();
  await expect(editorOf(lab)).toContainText("Half a thought");

  await lab.file.getByRole("button", { name: "Discard changes" }).click();
  const question = lab.page.getByRole("dialog", { name: "Discard changes to SKILL.md" });
  await question.getByRole("button", { name: "Keep it" }).click();
  await expect(editorOf(lab)).toContainText("Half a thought");
  await lab.file.getByRole("button", { name: "Discard changes" }).click();
  await question.getByRole("button", { name: "Discard", exact: true }).click();
  await expect(lab.file.getByRole("button", { name: "Edit file" })).toBeVisible();
  await expect(lab.file).not.toContainText("Half a thought");

  // By keyboard alone: in, typed, saved, and out by Tab.
  await lab.file.getByRole("button", { name: "Edit file" }).focus();
  await lab.page.keyboard.press("Enter");
  await expect(editorOf(lab)).toBeFocused();
  await lab.page.keyboard.press("ControlOrMeta+End");
  await lab.page.keyboard.type("Typed.");
  await lab.page.keyboard.press("Shift+Tab");
  await expect(lab.file.getByRole("button", { name: "Discard changes" })).toBeFocused();
  await lab.page.keyboard.press("Shift+Tab");
  await lab.page.keyboard.press("Enter");
  await expect(notSaved(lab)).toBeHidden();
  await expect(lab.file.getByRole("button", { name: "Save" })).toBeFocused();
  await lab.page.keyboard.press("Tab");
  await lab.page.keyboard.press("Tab");
  await expect(editorOf(lab)).toBeFocused();
  await lab.page.keyboard.press("Tab");
  await expect(editorOf(lab)).not.toBeFocused();
  expect(await lab.page.evaluate(() => document.activeElement !== document.body)).toBe(true);
});

test("what is typed goes with its file where another harness has it installed", async ({ lab }) => {
  await openSkills(lab);
  await openSkillFile(lab);
  await edit(lab);
  await write(lab, skill("Typed under one harness"));
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Claude Code" });
  await expect(lab.file).toContainText(".claude/skills/pdf-forms/SKILL.md");
  await expect(editorOf(lab)).toContainText("Typed under one harness");
  await lab.page.reload();
  await expect(editorOf(lab)).toContainText("Typed under one harness");
  await lab.file.getByRole("button", { name: "Save" }).click();
  await expect(notSaved(lab)).toBeHidden();
  await reload(lab);
  await expect(lab.context).toContainText("Typed under one harness");
});

test("a file that became something else meanwhile is not written over unasked", async ({ lab }) => {
  await lab.visit("acme/reasons", "?as=project&profile=keen");
  await expect(lab.progress).toBeHidden();
  const row = lab.page
    .getByRole("list", { name: "Skills not loaded" })
    .locator(":scope > li")
    .filter({ hasText: /^colon/ });
  await row.getByRole("button", { name: "Why? colon" }).click();
  await row.getByRole("button", { name: "colon/SKILL.md:3" }).click();
  await edit(lab);
  await editorOf(lab).press("ControlOrMeta+End");
  await lab.page.keyboard.insertText("My line.");
  await row
    .getByRole("button", { name: /^Put description in quotes/ })
    .first()
    .click();
  await expect(lab.file.getByRole("alert")).toContainText("changed while you were editing it");
  await expect(lab.file.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "true");
  expect(await findings(lab.file)).toEqual([]);

  await lab.file.getByRole("button", { name: "Take theirs" }).click();
  await expect(editorOf(lab)).toContainText('description: "Use: it');
  await expect(editorOf(lab)).not.toContainText("My line.");
  // One undo brings back the person's own text.
  await editorOf(lab).press("ControlOrMeta+z");
  await expect(editorOf(lab)).toContainText("My line.");
  await expect(lab.file.getByRole("button", { name: "Save" })).toHaveAttribute("aria-disabled", "false");
});

test("what is typed is seen by another tab, which saves it once it has taken over", async ({ lab }) => {
  await openSkills(lab);
  await openSkillFile(lab);
  const other = labOf(await lab.page.context().newPage());
  await other.page.goto(lab.page.url());
  await openSkillFile(other);
  await expect(other.file.getByRole("button", { name: "Edit file" })).toBeDisabled();
  await edit(lab);
  await write(lab, skill("Begun here, saved there."));
  await expect(editorOf(other)).toContainText("Begun here, saved there.");
  await expect(editorOf(other)).toHaveAttribute("aria-readonly", "true");

  await other.page.getByRole("button", { name: "Take over" }).click();
  await expect(editorOf(other)).not.toHaveAttribute("aria-readonly", "true");
  await other.file.getByRole("button", { name: "Save" }).click();
  await expect(notSaved(other)).toBeHidden();
  await expect(lab.file).toContainText("Begun here, saved there.");
  await expect(notSaved(lab)).toBeHidden();
});

test("what is typed is judged by every harness before it is saved, its fields are completed and explained, it is searched, by everybody", async ({
  lab,
}) => {
  await openSkills(lab);
  await openSkillFile(lab);
  await edit(lab);
  expect(await findingsInBothSizes(lab.file), "untouched").toEqual([]);
  await write(lab, "---\nname: pdf-forms\n---\n\nFills in forms.\n");
  const verdicts = lab.file.locator("summary").filter({ hasText: "Loads in" });
  await expect(verdicts).toContainText(new RegExp(`Loads in \\d+ of ${profiles.length} harnesses`));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await verdicts.press("Enter");
  await expect(lab.file.getByRole("list", { name: "Harnesses that object to this text" })).toContainText(
    "openai/codex",
  );
  expect(await findingsInBothSizes(lab.file), "unfolded").toEqual([]);
  await verdicts.press("Enter");

  await expect(lab.file.locator(".cm-lintRange-error")).toBeVisible();
  await editorOf(lab).press("F8");
  await expect(lab.file.getByRole("button", { name: "Write a description" })).toBeVisible();
  await editorOf(lab).press("ControlOrMeta+.");
  await expect(editorOf(lab)).toContainText("description: Fills in forms.");
  await expect(verdicts).toContainText(`Loads in ${profiles.length} of ${profiles.length} harnesses`);

  await editorOf(lab).press("ControlOrMeta+Home");
  await editorOf(lab).press("End");
  await lab.page.keyboard.type("\nuser");
  await expect(lab.page.getByRole("option", { name: "user-invocable not read by Keen Code" })).toBeVisible();
  expect(await findings(lab.file), "completing").toEqual([]);
  await lab.page.keyboard.press("Enter");
  await expect(editorOf(lab)).toContainText("user-invocable: ");
  await editorOf(lab).press("ControlOrMeta+i");
  await expect(lab.file.locator(".cm-field-note")).toContainText("Read by Claude Code");
  expect(await findings(lab.file), "explaining").toEqual([]);
  await editorOf(lab).press("Escape");
  await expect(lab.file.locator(".cm-field-note")).toHaveCount(0);
  // On a phone, a tap shows the note over what is then typed.
  await editorOf(lab).getByText("user-invocable").hover();
  await expect(lab.file.locator(".cm-field-note")).toContainText("Read by Claude Code");
  await lab.page.keyboard.type("t");
  await expect(lab.file.locator(".cm-field-note")).toHaveCount(0);

  await write(lab, `${skill("Colours: all of them")}\n- **one** [two](three.md) \`four\`\n> five\n`);
  await lab.page.keyboard.press("ControlOrMeta+s");
  await expect(lab.file.locator(".cm-lintRange").first()).toBeVisible();
  await lab.page.keyboard.press("ControlOrMeta+f");
  await expect(lab.file.getByRole("textbox", { name: "Find" })).toBeFocused();
  await expect(lab.file.getByRole("checkbox")).toHaveCount(2);
  expect(await findingsInBothSizes(lab.file), "found fault with, searched").toEqual([]);
});

test("a new skill: what no harness takes and what is taken are refused, and it is listed at once, loaded after a reload", async ({
  lab,
}) => {
  const { page } = lab;
  await lab.visit("acme/harnesses", "?as=project&profile=keen");
  await expect(lab.skill("greet")).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new skill");
  await expect(page.getByRole("option", { name: /New skill or file/ })).toBeVisible();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New skill or file" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await page.keyboard.type("Fill forms");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("Use up to 64 lowercase letters");
  await name.fill("greet");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toContainText("something is already there");
  expect(await findings(dialog)).toEqual([]);
  await name.fill("fill-forms");
  await dialog.getByRole("textbox", { name: "Description" }).fill('Fills in "forms": all of them.');
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(lab.file).toContainText("fill-forms/SKILL.md");
  await expect(page.getByRole("region", { name: "Skills", exact: true })).toContainText("pending");
  await expect(lab.file.getByRole("textbox").first()).toBeFocused();
  // The editor's code is there now: it stands below the dialog before that closes, which gives the focus back to its button.
  await page.getByRole("button", { name: "New skill or file" }).press("Enter");
  await name.fill("second");
  await page.keyboard.press("Enter");
  await expect(lab.file).toContainText("second/SKILL.md");
  await expect(dialog).toBeHidden();
  await expect(lab.file.getByRole("textbox").first()).toBeFocused();
  await reload(lab);
  await expect(lab.skill("fill-forms")).toContainText('Fills in "forms": all of them.');
});
