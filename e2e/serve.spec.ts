import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serverFile } from "#lib/tasks/server-flags.mjs";
import { ports } from "#test/addresses.ts";
import { findings, findingsInBothSizes } from "./findings.ts";
import { expect, test } from "./lab.ts";

const port = ports.folder;
const origin = `http://127.0.0.1:${port}`;
const token = "e2e".padEnd(43, "-");
const outer = mkdtempSync(join(tmpdir(), "skillground-serve-"));
const folder = join(outer, "my-skills");
let server: ChildProcess;

function skill(name: string, description: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "SKILL.md"), `---\nname: ${name}\ndescription: ${description}\n---\n\nDo it.\n`);
}

test.beforeAll(async () => {
  skill("pdf-forms", "Fills in the forms of PDF files. Use when somebody wants a PDF form filled in.");
  writeFileSync(join(outer, "secret"), "secret");
  symlinkSync(join(outer, "secret"), join(folder, "linked"));
  const env = { ...process.env, PORT: String(port), SKILLGROUND_FOLDER: folder, SKILLGROUND_FOLDER_TOKEN: token };
  server = spawn(process.execPath, [serverFile], { env, stdio: "ignore" });
  await expect
    .poll(
      () =>
        fetch(`${origin}/api/health`).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 90_000 },
    )
    .toBe(true);
});
test.afterAll(() => {
  server.kill();
  rmSync(outer, { recursive: true });
});

test("opens the folder by its address alone, follows it, and follows it again after a reload", async ({
  lab,
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(`${request.url()} ${request.headers().referer ?? ""}`));
  await page.goto(`${origin}/folder#${token}`);
  await expect(lab.skill("pdf-forms")).toBeVisible();
  expect(page.url()).toMatch(/\/local\/served-[0-9a-f]{32}/);
  const inTree = (name: string) => lab.files.getByRole("treeitem", { name, exact: true });
  skill("csv-tables", "Reads tables.");
  await expect(inTree("csv-tables")).toBeVisible();
  // A file that is not saved yet would arrive after the reload as a change, and its skill would be pending.
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.reload();
  await expect(lab.skill("csv-tables")).toBeVisible();
  skill("late", "Comes late.");
  await expect(inTree("late")).toBeVisible();
  renameSync(join(folder, "late"), join(folder, "later"));
  appendFileSync(join(folder, "later/SKILL.md"), "\n");
  await expect(inTree("later")).toBeVisible();
  await expect(inTree("late")).toBeHidden();
  expect(asked.join("\n")).not.toContain(token);
  await expect(page.getByText("linked")).toBeHidden();
});

test("without the key nothing is opened, and the page says what to do", async ({ page }) => {
  await page.goto(`${origin}/folder#${"x".repeat(43)}`);
  await expect(page.getByRole("heading", { name: "Folder not opened" })).toBeVisible();
  expect(page.url()).toBe(`${origin}/folder`);
  expect(await findings(page)).toEqual([]);
});

test("shows which skills compete, opens the test of a pair, and saves an eval set back into the file that it was read from", async ({
  lab,
  page,
}) => {
  const set = join(folder, "pdf-forms/evals/trigger_tests.yaml");
  mkdirSync(join(folder, "pdf-forms/evals"));
  const text = "# ours\nskill: pdf-forms\nshould_trigger_prompts:\n  - prompt: Fill in this form # usual\n";
  writeFileSync(set, text);
  skill("form-filler", "Fills in the forms of PDF files, and any other form that somebody wants filled in.");
  await page.goto(`${origin}/folder#${token}`);
  await expect(lab.skill("form-filler")).toBeVisible();
  await lab.context.getByRole("tab", { name: "Catalog" }).click();
  await lab.context.getByRole("button", { name: "Which compete?" }).click();
  const dialog = page.getByRole("dialog", { name: "Which skills compete?" });
  const pairs = dialog.getByRole("region", { name: "Skills and their rivals" });
  await expect(pairs.getByRole("row", { name: /^pdf-forms form-filler/ })).toContainText("form");
  await expect(dialog.getByRole("region", { name: "Skills side by side" })).toBeVisible();
  expect(await findingsInBothSizes(page)).toEqual([]);
  await pairs.getByRole("button", { name: "Try: will pdf-forms or form-filler be picked?" }).click();
  const evals = page.getByRole("dialog", { name: "Will it be picked?" });
  await expect(evals.getByLabel("Requests, one per line")).toHaveValue(/-> form-filler/);
  await page.keyboard.press("Escape");

  await lab.skill("pdf-forms").getByRole("button").first().click();
  await page.getByRole("button", { name: "Will it be picked?" }).first().click();
  const box = evals.getByLabel("Requests, one per line");
  await evals.getByText("Advanced").click();
  await evals.getByRole("button", { name: "Load from its folder" }).click();
  await expect(box).toHaveValue(/Fill in this form/);
  const save = evals.getByRole("button", { name: "Save trigger_tests.yaml" });
  await expect(save).toBeHidden();
  await box.fill((await box.inputValue()).replace("Fill in this form", "Fill in that form"));
  expect(await findingsInBothSizes(page)).toEqual([]);
  await save.click();
  await expect(evals.getByText("Saved as a change in this workspace")).toBeVisible();
  await expect(save).toBeHidden();
});
