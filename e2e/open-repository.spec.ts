import { addresses } from "#test/addresses.ts";
import { expect, repository, test } from "./lab.ts";

const address = `/git/${encodeURIComponent(`${addresses.git}/acme/skills`)}`;

test("a pasted repository is cloned, its skills are installed for each harness, and nothing is lost silently", {
  tag: "@smoke",
}, async ({ lab }) => {
  await lab.open(repository("acme/skills"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.skill("release-notes")).toHaveCount(1);
  const skills = lab.page.getByRole("region", { name: "Skills" });
  // A skill without a description, and one whose name is taken: both are listed with the reason.
  await expect(skills.getByText("csv-tools").first()).toBeVisible();
  await expect(skills.getByText(/description/).first()).toBeVisible();
  await lab.showProblems();
  await expect(lab.problems).toContainText("release-notes is not installed: another skill has");
  await expect(lab.context).toContainText("## Available Skills");
  await expect(lab.context).toContainText(
    "- pdf-forms: Fills and checks PDF forms. Use when a form such as a W-9 has to be filled in. → /workspace/.agents/skills/pdf-forms/SKILL.md",
  );
  await lab.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Claude Code" });
  // The list of the harness before stays until this one has read the files.
  await expect(skills).toContainText("Claude Code tells its model of");
  await lab.skill("pdf-forms").getByRole("button").first().click();
  await expect(skills).toContainText("/workspace/.claude/skills/pdf-forms/SKILL.md");
});

test("an address alone opens at once, at the line that it names, sends nothing, and a line on it says what it has brought", async ({
  lab,
}) => {
  const sent: string[] = [];
  lab.page.on("request", (request) => {
    if (request.method() !== "GET" && !request.url().endsWith("/git-upload-pack")) sent.push(request.url());
  });
  await lab.page.goto(`${address}?file=skills/pdf-forms/references/w9.md:L3`);
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByRole("dialog")).toHaveCount(0);
  await expect(lab.file.locator("[class*=marked]")).toContainText("The TIN goes");
  const note = lab.page.getByRole("group").filter({ hasText: "Opened from a link" });
  await expect(note).toContainText("acme/skills");
  await expect(note).not.toContainText("fill.py");
  await note.getByText("Opened from a link").click();
  for (const text of ["127.0.0.1", "may change", "pdf-forms/SKILL.md", "fill.py"])
    await expect(note).toContainText(text);
  await expect(note).toContainText(/[0-9a-f]{40}/);
  expect(sent).toEqual([]);
  await lab.page.getByRole("button", { name: "Conversation" }).click();
  await expect(lab.message).toHaveValue("");
  // After a reload it is the person's own workspace.
  await lab.page.reload();
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(note).toHaveCount(0);
});

test("a clone can be cancelled, and leaves nothing; one that is in use by then stays, and says what is missing", async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open(repository("faults/stall"));
  await expect(lab.progress).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(lab.progress).toBeHidden();
  await expect(lab.source).toBeVisible();

  await lab.open(repository("acme/coming"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.message).toBeEditable();
  await expect(lab.progress).toContainText(/\d+ files to come/);
  for (const name of ["references", "w9.md"]) await lab.files.getByRole("treeitem", { name }).click();
  await expect(lab.file).toContainText("The TIN goes into part I.");
  await lab.progress.getByRole("button", { name: "Cancel" }).click();
  const missing = page.getByRole("status").filter({ hasText: /\d+ files of .* are missing/ });
  await expect(missing).toBeVisible();
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await page.getByRole("button", { name: "Fetch again" }).click();
  await expect(page.getByText(/^Saved in this browser/)).toBeVisible();
  await expect(missing).toHaveCount(0);
});
