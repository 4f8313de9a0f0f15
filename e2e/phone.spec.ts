import type { Locator } from "@playwright/test";
import { findings, tooWide } from "./findings.ts";
import { expect, type Lab, test, testOnOnePage } from "./lab.ts";

const size = { width: 390, height: 844 };
test.use({ viewport: size, hasTouch: true, isMobile: true });

/** Pixels left beside the text in a native select; below 0 the text is cut. */
function textRoom(select: Locator): Promise<number> {
  return select.evaluate((element: HTMLSelectElement) => {
    const text = document.createElement("span");
    text.textContent = element.selectedOptions[0]?.text ?? "";
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    text.style.cssText = `position: absolute; white-space: nowrap; font: ${font}`;
    document.body.append(text);
    const { width } = text.getBoundingClientRect();
    text.remove();
    return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width;
  });
}

async function show({ page }: Lab, panel: string): Promise<void> {
  await page.getByRole("tab", { name: panel }).tap();
}

test.describe("opened once", () => {
  const testOpened = testOnOnePage(async (lab) => {
    await lab.visit("acme/skills");
    await expect(lab.message).toBeVisible();
  });

  testOpened.afterEach(({ lab }) => lab.page.setViewportSize(size));

  testOpened("one panel at a time, each of which fits", async ({ lab }) => {
    const regions = ["Skills", "Files", "Conversation", "Context"];
    for (const [tab, region] of [
      ["Skills", "Skills"],
      ["Files", "Files"],
      ["Chat", "Conversation"],
      ["Context", "Context"],
    ] as const) {
      await show(lab, tab);
      for (const name of regions) {
        const panel = lab.page.getByRole("region", { name, exact: true });
        await expect(panel, `${name} in ${tab}`).toBeVisible({ visible: name === region });
      }
      if (tab === "Chat") await expect(lab.conversation.getByText(/^Keen Code tells its model of/)).toBeVisible();
      expect(await tooWide(lab.page), tab).toEqual([]);
    }
    await expect(lab.page.getByRole("tab", { name: "Context" })).toHaveAttribute("aria-selected", "true");
    expect(await textRoom(lab.page.getByRole("combobox", { name: "Harness" })), "the harness's name").toBeGreaterThan(
      0,
    );
    for (const view of ["Request", "Catalog"]) {
      await lab.context.getByRole("tab", { name: view }).tap();
      expect(await tooWide(lab.page), view).toEqual([]);
    }
  });

  testOpened("on its side, or zoomed to 200%, every panel is still reached, and so is the harness", async ({ lab }) => {
    for (const [width, height] of [
      [844, 390],
      [640, 400],
    ] as const) {
      await lab.page.setViewportSize({ width, height });
      for (const [tab, region] of [
        ["Skills", "Skills"],
        ["Files", "Files"],
        ["Context", "Context"],
        ["Chat", "Conversation"],
      ] as const) {
        await show(lab, tab);
        const panel = await lab.page.getByRole("region", { name: region, exact: true }).boundingBox();
        expect(panel?.height, `${tab} at ${width} × ${height}`).toBeGreaterThan(180);
      }
      await expect(lab.message).toBeInViewport({ ratio: 1 });
      await expect(lab.page.getByRole("combobox", { name: "Harness" })).toBeInViewport({ ratio: 1 });
      expect(await findings(lab.page), `${width} × ${height}`).toEqual([]);
    }
  });

  testOpened("the message box is in sight and talks, and a skill's details fit", async ({ lab }) => {
    await show(lab, "Skills");
    await expect(lab.skill("pdf-forms")).toBeVisible();
    await lab.skill("pdf-forms").getByRole("button").first().tap();
    expect(await tooWide(lab.page), "details").toEqual([]);
    await lab.page.getByRole("button", { name: "Try it: pdf-forms" }).tap();
    await expect(lab.message).toBeInViewport({ ratio: 1 });
    await expect(lab.message).toHaveValue(/^\/pdf-forms/);
    await lab.say("Can you fill in this W-9 form for ACME?");
    await expect(lab.conversation).toContainText("Chose pdf-forms from the catalog");
    await expect(lab.message).toBeInViewport({ ratio: 1 });
    await expect(lab.page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
    expect(await tooWide(lab.page), "conversation").toEqual([]);
  });
});

test("a file comes to the front and goes again", async ({ lab }) => {
  await lab.visit("acme/assorted");
  const tab = lab.page.getByRole("tab", { name: "File", exact: true });
  await show(lab, "Files");
  await expect(tab).toHaveCount(0);
  await lab.files.getByRole("treeitem", { name: "guide.md" }).tap();
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await expect(lab.file).toBeVisible();
  await expect(lab.files).toBeHidden();
  expect(await tooWide(lab.page), "file").toEqual([]);
  expect(await findings(lab.page)).toEqual([]);
  await show(lab, "Chat");
  await expect(lab.message).toBeVisible();
  await expect(lab.file).toBeHidden();
  await tab.tap();
  await lab.file.getByRole("button", { name: "the source" }).tap();
  expect(await tooWide(lab.page), "code").toEqual([]);
  await lab.page.getByRole("button", { name: "Close index.ts" }).tap();
  await lab.page.getByRole("button", { name: "Close guide.md" }).tap();
  await expect(tab).toHaveCount(0);
  await expect(lab.message).toBeVisible();
});
