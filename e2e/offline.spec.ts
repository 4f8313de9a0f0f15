import { findings } from "./findings.ts";
import { expect, type Lab, repository, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

const cutOff = "There is no network, and the lab has to be fetched first.";

/** Opens skills, then cuts the network. */
async function openAndCut(lab: Lab): Promise<void> {
  await lab.open(repository("acme/skills"));
  await expect(lab.page.getByText("4 skills installed")).toBeVisible();
  await lab.page.context().setOffline(true);
}

test("a source given without a network stays in the box, and is opened when it is back", async ({ lab }) => {
  await lab.page.goto("/");
  await lab.source.fill(repository("acme/skills"));
  await lab.page.context().setOffline(true);
  await lab.page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(lab.page.getByText(cutOff)).toBeVisible();
  await expect(lab.source).toHaveValue(repository("acme/skills"));
  await lab.page.context().setOffline(false);
  await lab.page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(lab.skill("pdf-forms")).toBeVisible();
});

test("what is first used without a network says so, and is fetched when it is back", async ({ lab }) => {
  await openAndCut(lab);
  const { page } = lab;
  await expect(page.getByText("Offline: what is open still works")).toBeVisible();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const missing = page.getByRole("dialog", { name: "Not fetched" });
  await expect(missing).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(missing).toBeHidden();
  await lab.context.getByRole("tab", { name: "Request" }).click();
  await expect(lab.context.getByRole("alert")).toContainText("What is open goes on.");
  await expect(lab.skill("pdf-forms")).toBeVisible();

  await page.context().setOffline(false);
  await lab.context.getByRole("button", { name: "Try again" }).click();
  await expect(lab.context.getByRole("alert")).toHaveCount(0);
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  await missing.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("dialog", { name: "Compare harnesses" })).toBeVisible();
});

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test("being without a network is told to everybody", async ({ lab }) => {
      await openAndCut(lab);
      await lab.page.getByRole("button", { name: "Share" }).click();
      await expect(lab.page.getByRole("dialog", { name: "Not fetched" })).toBeVisible();
      expect(await findings(lab.page), "dialog").toEqual([]);
      expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      await lab.page.keyboard.press("Escape");
      if (name === "phone") await lab.page.getByRole("tab", { name: "Context" }).click();
      await lab.context.getByRole("tab", { name: "Request" }).click();
      await expect(lab.context.getByRole("alert")).toBeVisible();
      expect(await findings(lab.page), "panel").toEqual([]);
    });
  });
}
