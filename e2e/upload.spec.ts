import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test as base, expect, type Lab } from "./lab.ts";

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n\nDo the work of ${name}.\n`;

/** A project as on a person's disk: skills in a hidden folder, one elsewhere, and files that no tree contains. */
const project: Readonly<Record<string, string>> = {
  "README.md": "# On my disk\n",
  ".agents/skills/first/SKILL.md": skill("first", "The first of two."),
  ".agents/skills/first/.hidden/notes.md": "# Hidden notes\n",
  ".agents/skills/second/SKILL.md": skill("second", "The second of two."),
  ".env": "NAME=value\n",
  ".git/config": "[core]\n",
  ".DS_Store": "finder",
};

const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a pattern
  folder: async ({}, use) => {
    const root = mkdtempSync(join(tmpdir(), "skillground-upload-"));
    const folder = join(root, "my-project");
    writeAll(folder, project);
    await use(folder);
    rmSync(root, { recursive: true });
  },
});

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

async function expectTwoSkills(lab: Lab): Promise<void> {
  await expect(lab.skill("first")).toBeVisible();
  await expect(lab.skill("second")).toBeVisible();
}

test("a folder is opened whole, hidden files included, without what no tree holds, and is there after a reload", {
  tag: "@smoke",
}, async ({ lab, folder }) => {
  await lab.page.goto("/");
  await lab.choose("Upload folder", folder);
  await expectTwoSkills(lab);
  await expect(lab.page.getByRole("heading", { level: 1 })).toContainText("my-project");
  for (const name of [".env", "README.md", ".agents"]) {
    await expect(lab.files.getByRole("treeitem", { name, exact: true })).toBeVisible();
  }
  for (const name of [".git", ".DS_Store"]) {
    await expect(lab.files.getByRole("treeitem", { name, exact: true })).toHaveCount(0);
  }
  await lab.files.getByRole("treeitem", { name: ".hidden" }).click();
  await lab.files.getByRole("treeitem", { name: "notes.md" }).click();
  await expect(lab.file).toContainText("Hidden notes");

  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  rmSync(folder, { recursive: true });
  await lab.page.reload();
  await expectTwoSkills(lab);
  await lab.page.goto("/");
  await lab.page.getByRole("link", { name: /my-project/ }).click();
  await expectTwoSkills(lab);
});

test("the text of a SKILL.md is a skill, and still is after a reload", async ({ lab }) => {
  await lab.open(skill("pasted", "Pasted from a page."));
  await expect(lab.skill("pasted")).toContainText("Pasted from a page.");
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await expect(lab.skill("pasted")).toBeVisible();
});
