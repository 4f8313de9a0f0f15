import { findings, findingsInBothSizes } from "./findings.ts";
import { expect, test } from "./lab.ts";

test("a damaged record stops neither the landing page nor other workspaces", async ({ lab }) => {
  const { page } = lab;
  await page.goto("/try/first-look");
  await expect(page.getByText(/^Saved/)).toBeVisible();
  await page.goto("/");
  await page.evaluate(async () => {
    const request = indexedDB.open("skillground");
    await new Promise((resolve) => {
      request.onsuccess = resolve;
    });
    const transaction = request.result.transaction("records", "readwrite");
    transaction.objectStore("records").put(new Map([["a", 1n]]), ["workspace", "/local/damaged"]);
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
    request.result.close();
  });
  await page.goto("/local/damaged");
  await expect(page.getByRole("heading", { name: "The saved data cannot be read" })).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.goto("/");
  await expect(page.getByRole("link", { name: "First look" }).last()).toBeVisible();
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download raw: /local/damaged" }).click();
  expect((await saving).suggestedFilename()).toBe("local-damaged.raw.json");
  await page.getByRole("button", { name: "Delete damaged data of /local/damaged" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("/local/damaged")).toHaveCount(0);
});

test("files that the browser has lost are said to be gone until they are fetched again", async ({ lab }) => {
  await lab.visit("acme/skills");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
  await lab.page.evaluate(loseSnapshots);
  await lab.page.route("**/api/git/**", (route) => route.abort());
  await lab.page.reload();
  const status = lab.page.getByRole("status").filter({ hasText: /^The files of .* could not be downloaded/ });
  await expect(status).toBeVisible();
  await expect(lab.page.getByText(/^Saved/)).toHaveCount(0);
  await lab.page.getByRole("button", { name: "Dismiss" }).click();
  await expect(status).toBeVisible();
  expect(await findings(lab.page)).toEqual([]);

  await lab.page.unroute("**/api/git/**");
  await lab.page.getByRole("button", { name: "Fetch again" }).click();
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByText(/^Saved/)).toBeVisible();
});

test("a full disk is told until all is saved, and holds up whoever would lose something", async ({ lab }) => {
  await lab.page.addInitScript(fillable);
  await lab.visit("acme/skills");
  await expect(lab.progress).toBeHidden();
  const row = lab.skill("pdf-forms");
  await row.getByRole("button").first().click();
  await row.getByRole("button", { name: "Open SKILL.md" }).click();
  await lab.file.getByRole("button", { name: "Edit file" }).click();
  await expect(lab.file.getByRole("textbox", { name: /^Edit \// })).toBeFocused();
  await lab.page.evaluate(() => sessionStorage.setItem("full", ""));
  await lab.page.keyboard.insertText("Mine. ");
  await lab.page.keyboard.press("ControlOrMeta+s");

  const alarm = lab.page.getByRole("region", { name: "Not saved" });
  await expect(alarm.getByRole("alert")).toContainText("Your latest changes are only in this tab.");
  await expect(lab.file.getByRole("alert")).toContainText("Kept in this tab only, not saved: the browser's storage is");
  await expect(lab.file.getByRole("button", { name: "Done" })).toHaveCount(0);
  await alarm.getByRole("button", { name: "Try again" }).click();
  await expect(alarm.getByRole("status")).toContainText("still not saved");
  const download = lab.page.waitForEvent("download");
  await alarm.getByRole("button", { name: "Download my changes" }).click();
  expect((await download).suggestedFilename()).toBe("my-changes.zip");
  expect(await findingsInBothSizes(lab.page)).toEqual([]);

  const question = lab.page.waitForEvent("dialog");
  await lab.page.close({ runBeforeUnload: true });
  await (await question).dismiss();
  await lab.page.evaluate(() => sessionStorage.removeItem("full"));
  await alarm.getByRole("button", { name: "Try again" }).click();
  await expect(lab.page.getByText("Saved again. Nothing is missing.")).toBeVisible();
  await expect(alarm).toBeHidden();
  await lab.file.getByRole("button", { name: "Done" }).click();
  await lab.page.reload();
  await expect(lab.file).toContainText("Mine.");
});

/** Runs in the page before its scripts: fails every write, as on a full disk, while a flag says so. */
function fillable(): void {
  const put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = function (...given) {
    if (sessionStorage.getItem("full") !== null) throw new DOMException("full", "QuotaExceededError");
    return put.apply(this, given);
  };
}

/** Runs in the page: removes the stored files of the mounted sources, as a disk fault would. */
function loseSnapshots(): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open("skillground");
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const change = database.transaction("records", "readwrite");
      change.objectStore("records").delete(IDBKeyRange.bound(["base"], ["base", []]));
      change.oncomplete = () => {
        database.close();
        resolve();
      };
      change.onerror = () => reject(change.error);
    };
  });
}
