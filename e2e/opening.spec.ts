import type { Page } from "@playwright/test";
import { findings, findingsInBothSizes } from "./findings.ts";
import { expect, type Lab, repository, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

const [, { viewport: phone }] = sizes;

const emptiness = ["No skill is loaded", "Nothing is added", "Nothing is open yet", "No files yet", "New workspace"];

/** Records which of these sentences were visible in any frame so far, and whether the list of skills was ever blank. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.addInitScript((sentences) => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seen });
    const look = () => {
      // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not in sight
      const text = document.body?.innerText ?? "";
      for (const sentence of sentences) if (text.includes(sentence)) seen.add(sentence);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new MutationObserver(() => {
      const list = document.querySelector("section[aria-label='Skills'] > :last-child");
      if (list?.textContent === "") seen.add("a blank list of skills");
    }).observe(document, { subtree: true, childList: true });
  }, emptiness);
  return () => page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
}

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test("while a workspace opens, and opens again, nothing says that it is empty", async ({ lab }) => {
      const seen = await watch(lab.page);
      await lab.open(repository("acme/skills"));
      await expect(lab.page.getByText("Try a skill")).toBeVisible();
      expect(await seen()).toEqual([]);
      // A phone shows it only if something is wrong.
      await expect(lab.page.getByText(/^Saved/)).toBeVisible({ visible: name === "desktop" });
      await lab.page.reload();
      await expect(lab.page.getByText("Try a skill")).toBeVisible();
      expect(await seen()).toEqual([]);
    });
  });
}

test("each panel says that the first source is on its way", async ({ lab }) => {
  const { page } = lab;
  await lab.open(repository("faults/stall"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("faults/stall");
  const panels = ["Skills", "Files", "Context"];
  const onItsWay = (panel: string) =>
    page.getByRole("region", { name: panel, exact: true }).getByText("Opening faults/stall…");
  for (const panel of panels) await expect(onItsWay(panel)).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.setViewportSize(phone);
  for (const panel of panels) {
    await page.getByRole("tab", { name: panel }).click();
    await expect(onItsWay(panel)).toBeVisible();
    expect(await findings(page), `${panel} on a phone`).toEqual([]);
  }
});

test.describe("a source opens under a harness", () => {
  // A new visitor, who has not said which harness they use.
  test.use({ storageState: { cookies: [], origins: [] } });

  const harness = ({ page }: Lab) => page.getByRole("combobox", { name: "Harness" });
  const selected = (lab: Lab) => harness(lab).getByRole("option", { selected: true });
  /** What the message box says can be typed: no name of a skill where a harness has no way to call one. */
  const hint = ({ message }: Lab) => message.getAttribute("placeholder");
  const reason = ({ page }: Lab) => page.getByRole("note", { name: /^Why / });

  test("whose manifest it holds, and says so until the person chooses one", async ({ lab }) => {
    await lab.visit("acme/plugins");
    await expect(selected(lab)).toHaveText("Claude Code");
    await expect(reason(lab)).toHaveText("Because of .claude-plugin · Change");
    expect(await findingsInBothSizes(lab.page)).toEqual([]);
    await reason(lab).getByRole("button", { name: "Change" }).click();
    await expect(harness(lab)).toBeFocused();
    await harness(lab).selectOption({ label: "Codex" });
    await expect(reason(lab)).toHaveCount(0);
    await expect(selected(lab)).toHaveText("Codex");
    expect(await hint(lab)).toBe("Ask, or type $ for a skill, @ for a file");
  });

  // What comes before what is in `lib/stage/opening-harness.test.ts`.
  test("that the person named on the first page, else the standard", async ({ lab }) => {
    await lab.visit("acme/skills");
    await expect(reason(lab)).toHaveText("The open standard · Change");
    expect(await hint(lab)).toBe("Ask, or type @ for a file");
    await lab.page.goto("/");
    await lab.page.getByRole("combobox", { name: "Your agent" }).selectOption({ label: "Codex" });
    await lab.open(repository("acme/many"));
    await expect(reason(lab)).toHaveText("Your agent · Change");
    await expect(selected(lab)).toHaveText("Codex");
    await expect(lab.page.getByRole("region", { name: "Skills" })).toContainText("of 600 skills");
  });
});
