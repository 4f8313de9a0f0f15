import { execFileSync } from "node:child_process";
import { addresses } from "#test/addresses.ts";
import { findingsInBothSizes } from "./findings.ts";
import { expect, type Lab, repository, test } from "./lab.ts";

const skill = (name: string) => `---\nname: ${name}\ndescription: The work of ${name}.\n---\n\n# ${name}\n`;

// The forms of addresses, commands and links are tested in `parse-source.test.ts` and `link.test.ts`, branches with a slash in
// `resolve-source.test.ts`.
test("an address is opened as hosts give it, and with the skills that a command asks for", async ({ lab }) => {
  await lab.open(`${addresses.git}/acme/skills/-/tree/feature/forms/skills?ref_type=heads`);
  await expect(lab.skill("forms")).toBeVisible();
  await lab.open(`npx skills add ${repository("acme/skills")} --skill pdf-forms`);
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByText("1 of 4 skills installed")).toBeVisible();
  await expect(lab.skill("release-notes")).toHaveCount(0);
});

test("what is no source is answered in one sentence, and stays in the box", async ({ lab }) => {
  await lab.open("~/.claude/skills");
  await expect(lab.page.getByText("is a path on your computer")).toBeVisible();
  await expect(lab.source).toHaveValue("~/.claude/skills");
});

// How archives are read is tested in `read-tar.slow.test.ts` and `upload.test.ts`.
test("an archive that is cut short is one clear sentence", async ({ lab }) => {
  const archive = execFileSync("tar", ["-cz", "-C", import.meta.dirname, "sources.spec.ts"]);
  await lab.page.goto("/");
  const buffer = archive.subarray(0, 100);
  await lab.choose("Upload archive", { name: "cut.tar.gz", mimeType: "application/gzip", buffer });
  await expect(lab.failure).toContainText("“cut.tar.gz” is damaged or in an unknown format");
});

test.describe("the skills of a source", () => {
  const dialogOf = ({ page }: Lab) => page.getByRole("dialog", { name: /^Choose skills of acme/ });

  test("are chosen by keyboard, and stay so after a reload", async ({ lab }) => {
    await lab.open(repository("acme/skills"));
    await expect(lab.page.getByText("4 skills installed from acme/skills.")).toBeVisible();
    await lab.page.getByRole("button", { name: "Choose skills" }).focus();
    await lab.page.keyboard.press("Enter");
    const dialog = dialogOf(lab);
    await dialog.getByRole("textbox", { name: "Search skills" }).fill("release");
    await expect(dialog.getByRole("status")).toHaveText("4 of 4 skills chosen, 2 shown");
    await dialog.getByRole("button", { name: "Select none shown" }).press("Enter");
    await dialog.getByRole("textbox", { name: "Search skills" }).fill("");
    const box = dialog.getByRole("checkbox", { name: "csv-tools" });
    await box.focus();
    await lab.page.keyboard.press("Space");
    await expect(box).not.toBeChecked();
    await dialog.getByRole("button", { name: "Install 1 skill" }).press("Enter");
    await expect(dialog).toBeHidden();
    await expect(lab.skill("pdf-forms")).toBeVisible();
    await expect(lab.skill("release-notes")).toHaveCount(0);
    await expect(lab.page.getByText(/^Saved/)).toBeVisible();
    await lab.page.reload();
    await expect(lab.skill("pdf-forms")).toBeVisible();
    await expect(lab.skill("release-notes")).toHaveCount(0);
    // Later, the sources dialog leads back to all skills.
    await lab.page.getByRole("heading", { level: 1 }).getByRole("button").click();
    await lab.page.getByRole("button", { name: "1 of 4 skills installed" }).click();
    await dialog.getByRole("button", { name: "Select all" }).click();
    await dialog.getByRole("button", { name: "Install 4 skills" }).click();
    await lab.page.keyboard.press("Escape");
    await expect(lab.skill("release-notes")).toBeVisible();
  });

  test("are shown in groups, for everyone", async ({ lab }) => {
    await lab.open(repository("acme/plugins"));
    await lab.page.getByRole("button", { name: "Choose skills" }).click();
    await expect(dialogOf(lab).getByRole("checkbox", { name: "Documents" })).toBeChecked();
    await dialogOf(lab).getByRole("checkbox", { name: "csv-tools" }).uncheck();
    await expect(dialogOf(lab).getByRole("checkbox", { name: "Documents" })).toHaveJSProperty("indeterminate", true);
    expect(await findingsInBothSizes(lab.page)).toEqual([]);
  });
});

test.describe("a live folder", () => {
  test.beforeEach(async ({ lab }) => {
    // A test cannot drive the browser's own chooser; the origin private file system gives equally real handles.
    await lab.page.addInitScript(() => {
      const open = async () =>
        (await navigator.storage.getDirectory()).getDirectoryHandle("my-skills", { create: true });
      Object.assign(globalThis, { showDirectoryPicker: open });
    });
    await lab.page.goto("/");
    await onDisk(lab, { "one/SKILL.md": skill("one"), "two/SKILL.md": skill("two") });
    await lab.page.getByRole("button", { name: "Follow a folder" }).click();
    await expect(lab.skill("one")).toBeVisible();
  });

  async function onDisk({ page }: Lab, files: Readonly<Record<string, string | null>>): Promise<void> {
    await page.evaluate(async (given) => {
      const root = await (await navigator.storage.getDirectory()).getDirectoryHandle("my-skills", { create: true });
      for (const [path, text] of Object.entries(given)) {
        const [folderName = "", name = ""] = path.split("/");
        const folder = await root.getDirectoryHandle(folderName, { create: true });
        if (text === null) {
          await folder.removeEntry(name);
          continue;
        }
        const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
        await writable.write(text);
        await writable.close();
      }
    }, files);
  }

  test("is read again when the person comes back, on demand, and after a reload", async ({ lab }) => {
    await onDisk(lab, {
      "one/SKILL.md": skill("one").replace("The work of one", "Changed"),
      "three/SKILL.md": skill("three"),
    });
    await lab.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await reloadUntil(lab, () => expect(lab.skill("one")).toContainText("Changed", brief));
    await expect(lab.skill("three")).toBeVisible();

    await onDisk(lab, { "two/SKILL.md": null });
    await lab.page.getByRole("heading", { level: 1 }).getByRole("button").click();
    await lab.page.getByRole("button", { name: "Refresh my-skills" }).click();
    await lab.page.keyboard.press("Escape");
    await reloadUntil(lab, () => expect(lab.skill("two")).toHaveCount(0, brief));
    await expect(lab.page.getByText(/^Saved/)).toBeVisible();
    await onDisk(lab, { "four/SKILL.md": skill("four") });
    await lab.page.reload();
    await expect(lab.skill("one")).toBeVisible();
    await reloadUntil(lab, () => expect(lab.skill("four")).toBeVisible(brief));
  });

  test("says that it has the changes once they are written into it", async ({ lab }) => {
    const { page } = lab;
    await lab.skill("one").getByRole("button").first().click();
    await page.getByRole("button", { name: "Open SKILL.md" }).click();
    await page.getByRole("button", { name: "Edit file" }).click();
    await page.locator(".cm-content").press("ControlOrMeta+End");
    await page.keyboard.type("A line of mine");
    await page.keyboard.press("ControlOrMeta+s");
    await page.getByRole("button", { name: "1 changed" }).click();
    const changes = page.getByRole("dialog", { name: "Changes" });
    await changes.getByRole("button", { name: "Write into a folder" }).click();
    await expect(changes).toContainText("No changes.");
    await expect(changes.getByText("1 file written: my-skills has the changes.")).toBeVisible();
    expect(await findingsInBothSizes(page)).toEqual([]);
  });

  test("whose permission has lapsed asks for it with one click", async ({ lab }) => {
    await lab.page.addInitScript(() => {
      let state = "prompt";
      const query = async () => state;
      const request = async () => {
        state = "granted";
        return state;
      };
      Object.assign(FileSystemHandle.prototype, { queryPermission: query, requestPermission: request });
    });
    await expect(lab.page.getByText(/^Saved/)).toBeVisible();
    await onDisk(lab, { "four/SKILL.md": skill("four") });
    await lab.page.reload();
    await expect(lab.skill("one")).toBeVisible();
    await lab.page.getByRole("heading", { level: 1 }).getByRole("button").click();
    await lab.page.getByRole("button", { name: "Allow reading my-skills again" }).click();
    await expect(lab.page.getByRole("button", { name: "Refresh my-skills" })).toBeVisible();
    await lab.page.keyboard.press("Escape");
    await reloadUntil(lab, () => expect(lab.skill("four")).toBeVisible(brief));
  });

  const brief = { timeout: 1000 };

  /** Some harnesses see new files only after a reload, and nothing shows when the folder has been read. */
  async function reloadUntil({ page }: Lab, check: () => Promise<void>): Promise<void> {
    await expect(async () => {
      await page.getByRole("button", { name: "Reload skills" }).click();
      await check();
    }).toPass();
  }
});
