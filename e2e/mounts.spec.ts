import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { expect, type Lab, labOf, repository, test } from "./lab.ts";

test("a second source is added beside the first, placed in each way, and there after a reload; each goes alone, even the only one", async ({
  lab,
}) => {
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await lab.page.getByRole("button", { name: "Add a source" }).click();
  await lab.source.fill(repository("acme/project"));
  await lab.source.press("Enter");
  await expect(lab.skill("deploy")).toBeVisible();
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.context).toContainText("→ /workspace/.agents/skills/deploy/SKILL.md");

  await place(lab, "acme/project", "Install skills in the project");
  await expect(lab.files.getByRole("treeitem", { name: "/mnt/acme-project" })).toBeVisible();
  await expect(lab.context).toContainText("→ /workspace/.agents/skills/deploy/SKILL.md");
  await place(lab, "acme/project", "Open as project");
  await expect(lab.files.getByRole("treeitem", { name: "/mnt/acme-project" })).toHaveCount(0);
  await expect(lab.skill("deploy")).toBeVisible();
  await place(lab, "acme/project", "Install skills in the home folder");
  await expect(lab.context).toContainText("→ /home/user/.agents/skills/deploy/SKILL.md");

  await unmount(lab, "acme/skills");
  await expect(lab.skill("pdf-forms")).toHaveCount(0);
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.reload();
  await expect(lab.skill("deploy")).toBeVisible();
  await expect(lab.skill("pdf-forms")).toHaveCount(0);
  await expect(lab.context).toContainText("→ /home/user/.agents/skills/deploy/SKILL.md");

  await unmount(lab, "acme/project");
  await expect(lab.skill("deploy")).toHaveCount(0);
  await (await openSources(lab)).getByRole("textbox").fill(repository("acme/skills"));
  await lab.page.keyboard.press("Enter");
  await expect(lab.skill("pdf-forms")).toBeVisible();
});

async function openSources({ page }: Lab) {
  await page.getByRole("heading", { level: 1 }).getByRole("button").click();
  return page.getByRole("dialog", { name: "Sources" });
}

async function unmount(lab: Lab, source: string): Promise<void> {
  const sources = await openSources(lab);
  await sources.getByRole("button", { name: `Remove ${source}` }).click();
  await expect(sources.getByRole("button", { name: `Remove ${source}` })).toHaveCount(0);
  await lab.page.keyboard.press("Escape");
  await expect(sources).toBeHidden();
}

async function place(lab: Lab, source: string, label: string): Promise<void> {
  const sources = await openSources(lab);
  await sources.getByRole("combobox", { name: `Place ${source}` }).selectOption({ label });
  await lab.page.keyboard.press("Escape");
  await expect(sources).toBeHidden();
}

test("a browser that was closed has the workspace when it is opened again, without the network", {
  tag: "@smoke",
}, async ({ launchOptions, viewport }) => {
  const profile = mkdtempSync(join(tmpdir(), "skillground-profile-"));
  const launch = () =>
    chromium.launchPersistentContext(profile, { ...launchOptions, baseURL: addresses.app, viewport });
  try {
    const before = await launch();
    const first = labOf(await before.newPage());
    await first.open(repository("acme/skills"));
    await expect(first.skill("pdf-forms")).toBeVisible();
    await first.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Keen Code" });
    await first.say("/skills release-notes disable");
    await first.say("Can you fill in this W-9 form?");
    await expect(first.conversation).toContainText("Chose pdf-forms");
    await first.page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Agent Skills" });
    await expect(first.page.getByText(/^Saved/)).toBeVisible();
    const address = first.page.url();
    await before.close();

    const after = await launch();
    const page = await after.newPage();
    await page.route("**/api/git/**", (route) => route.abort());
    const second = labOf(page);
    await page.goto("/");
    await page.getByRole("link", { name: /acme\/skills/ }).click();
    await expect(second.skill("pdf-forms")).toBeVisible();
    expect(page.url()).toBe(address);
    await expect(page.getByRole("combobox", { name: "Harness" })).toHaveValue("agentskills");
    await expect(second.conversation).toContainText("Can you fill in this W-9 form?");
    await expect(second.conversation).toContainText("Chose pdf-forms");
    await page.getByRole("combobox", { name: "Harness" }).selectOption({ label: "Keen Code" });
    await expect(second.skill("release-notes")).toHaveCount(0);
    await second.files
      .getByRole("treeitem", { name: "w9.md" })
      .or(second.files.getByRole("treeitem", { name: "/mnt/acme-skills" }))
      .first()
      .click();
    await expect(second.files.getByRole("treeitem", { name: "README.md" })).toBeVisible();
    await second.files.getByRole("treeitem", { name: "README.md" }).click();
    await expect(second.file).toContainText("Open them in a lab.");
    await after.close();
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
});
