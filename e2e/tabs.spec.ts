import { writeZip } from "#lib/upload/write-zip.ts";
import { snapshotMode } from "#lib/vfs/snapshot.ts";
import { findings } from "./findings.ts";
import { expect, type Lab, labOf, test } from "./lab.ts";

const following = "This workspace is open in another tab. Take over to edit it here.";

async function openSkills(lab: Lab): Promise<void> {
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
}

/** Opens the workspace in another tab of the same browser. */
async function openAnother(lab: Lab): Promise<Lab> {
  const other = labOf(await lab.page.context().newPage());
  await other.page.goto(lab.page.url());
  await expect(other.skill("pdf-forms")).toBeVisible();
  await expect(other.page.getByRole("contentinfo").getByText(following)).toBeVisible();
  return other;
}

test("a second tab follows the first, takes over, and is followed, and the other writes when it is closed", async ({
  lab,
}) => {
  await openSkills(lab);
  const other = await openAnother(lab);
  const harness = (one: Lab) => one.page.getByRole("combobox", { name: "Harness" });
  await expect(harness(other)).toBeDisabled();
  expect(await findings(other.page)).toEqual([]);

  await lab.say("/skills release-notes disable");
  await expect(other.conversation).toContainText("/skills release-notes disable");
  await other.message.fill("mine, not sent yet");
  await other.message.press("Enter");
  await expect(other.message).toHaveValue("mine, not sent yet");

  await other.page.getByRole("button", { name: "Take over" }).click();
  await expect(other.page.getByText(/^Saved/)).toBeVisible();
  await expect(lab.page.getByRole("contentinfo").getByText(following)).toBeVisible();
  await expect(other.message).toHaveValue("mine, not sent yet");
  await harness(other).selectOption({ label: "Agent Skills" });
  await expect(harness(lab)).toHaveValue("agentskills");
  await expect(harness(lab)).toBeDisabled();

  await other.page.close();
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await harness(lab).selectOption({ label: "Keen Code" });
  await lab.say("/skills release-notes enable");
  await expect(lab.conversation).toContainText("/skills release-notes enable");
});

test("a tab killed while it saves leaves the old or the new", async ({ lab }) => {
  await openSkills(lab);
  const { page } = lab;
  const address = page.url();
  const context = page.context();
  let current = lab;
  for (const delay of [0, 20]) {
    const labels = ["Agent Skills", "Keen Code"];
    for (const label of labels) {
      await current.page.getByRole("combobox", { name: "Harness" }).selectOption({ label });
    }
    await new Promise((resolve) => setTimeout(resolve, delay));
    const killer = await context.newCDPSession(current.page);
    // Kills the renderer without warning, in the middle of its work.
    void killer.send("Page.crash").catch(() => undefined);
    await current.page.waitForEvent("crash");
    await current.page.close();
    current = labOf(await context.newPage());
    await current.page.goto(address);
    await expect(current.skill("pdf-forms")).toBeVisible();
    await expect(current.page.getByText(/^Saved/)).toBeVisible();
    await expect(current.failure).toHaveCount(0);
  }
});

test("a deleted workspace is not written again by the tab that has it open", async ({ lab }) => {
  await openSkills(lab);
  const start = await lab.page.context().newPage();
  await start.goto("/");
  await start.getByRole("button", { name: /Delete.*acme\/skills/ }).click();
  await start.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(lab.page.getByText(/^Not saved: No longer saved/)).toBeVisible();
  await lab.say("/skills release-notes disable");
  await start.reload();
  await expect(start.getByRole("link", { name: /acme\/skills/ })).toHaveCount(0);
});

test("a workspace is saved as a file and opened again with everything, and no other file is", async ({ lab }) => {
  const { page } = lab;
  await openSkills(lab);
  await lab.say("/skills release-notes disable");
  await lab.say("Can you fill in this W-9 form?");
  await page.getByRole("button", { name: "Share" }).click();
  expect(await findings(page)).toEqual([]);
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save workspace as a file" }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.skillground\.zip$/);

  await page.goto("/");
  await expect(page.getByText(/kept until you delete it|the browser may delete it/i)).toBeVisible();
  await page.getByText("1 source").click();
  await expect(page.getByText(/acme\/skills @[0-9a-f]{7}: /)).toBeVisible();
  const bytes = new TextEncoder().encode("hello");
  const zip = await writeZip([{ path: "a/SKILL.md", mode: snapshotMode.file, bytes }]);
  await lab.choose("Import workspace", {
    name: "skills.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(await zip.arrayBuffer()),
  });
  await expect(page.getByText("“skills.zip” cannot be opened as a workspace: it holds no manifest")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await lab.choose("Import workspace", await file.path());
  await expect(page).toHaveURL(/\/local\//);
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(page.getByRole("button", { name: /imported, not verified/ })).toBeVisible();
  await expect(lab.skill("release-notes")).toHaveCount(0);
  await expect(lab.conversation).toContainText("Can you fill in this W-9 form?");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(lab.conversation).toContainText("Can you fill in this W-9 form?");
  await page.getByRole("button", { name: /imported, not verified/ }).click();
  await page.getByRole("button", { name: "Compare with the host: acme/skills" }).click();
  await expect(page.getByText("acme/skills is verified:")).toBeVisible();
  await expect(page.getByRole("button", { name: /imported, not verified/ })).toHaveCount(0);
});
