import type { Locator } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { findings } from "./findings.ts";
import { expect, type Lab, test, testOnOnePage } from "./lab.ts";

const size = { width: 390, height: 844 };
test.use({ viewport: size, hasTouch: true, isMobile: true });

/** Expects that nothing overflows sideways: neither the page, nor a box that is not made to scroll sideways. */
async function expectNothingSideways({ page }: Lab, where: string): Promise<void> {
  const found = await page.evaluate(() => ({
    page: document.documentElement.scrollWidth,
    controls: [...document.querySelectorAll("button, a[href], input, select, textarea, [role=tab], h1, h2")]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, pre, table, nav"),
      )
      .map((element) => ({ name: element.outerHTML.slice(0, 120), box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.left < -1 || box.right > document.documentElement.clientWidth + 1))
      .map(({ name }) => name),
  }));
  expect(found, where).toEqual({ page: size.width, controls: [] });
}

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

test("the first page fits, with its answer to an unreadable source", async ({ lab }) => {
  await lab.page.goto("/");
  await expectNothingSideways(lab, "landing");
  await lab.open("this is not a repository, but something long without any sense !!");
  await expect(lab.page.getByText(/owner\/repo/).first()).toBeVisible();
  await expectNothingSideways(lab, "unreadable source");
});

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
      await expectNothingSideways(lab, tab);
    }
    await expect(lab.page.getByRole("tab", { name: "Context" })).toHaveAttribute("aria-selected", "true");
    expect(await textRoom(lab.page.getByRole("combobox", { name: "Harness" })), "the harness's name").toBeGreaterThan(
      0,
    );
    for (const view of ["Request", "Catalog"]) {
      await lab.context.getByRole("tab", { name: view }).tap();
      await expectNothingSideways(lab, view);
    }
  });

  testOpened(
    "on its side, or zoomed to 200 %, every panel is still reached, and so is the harness",
    async ({ lab }) => {
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
    },
  );

  testOpened("the message box is in sight and talks, and a skill's details fit", async ({ lab }) => {
    await show(lab, "Skills");
    await expect(lab.skill("pdf-forms")).toBeVisible();
    await lab.skill("pdf-forms").getByRole("button").first().tap();
    await expectNothingSideways(lab, "details");
    await lab.page.getByRole("button", { name: "Try it: pdf-forms" }).tap();
    await expect(lab.message).toBeInViewport({ ratio: 1 });
    await expect(lab.message).toHaveValue(/^\/pdf-forms/);
    await lab.say("Can you fill in this W-9 form for ACME?");
    await expect(lab.conversation).toContainText("Chose pdf-forms from the catalog");
    await expect(lab.message).toBeInViewport({ ratio: 1 });
    await expect(lab.page.getByRole("button", { name: "Send" })).toBeInViewport({ ratio: 1 });
    await expectNothingSideways(lab, "conversation");
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
  await expectNothingSideways(lab, "file");
  expect(await findings(lab.page)).toEqual([]);
  await show(lab, "Chat");
  await expect(lab.message).toBeVisible();
  await expect(lab.file).toBeHidden();
  await tab.tap();
  await lab.file.getByRole("button", { name: "the source" }).tap();
  await expectNothingSideways(lab, "code");
  await lab.page.getByRole("button", { name: "Close index.ts" }).tap();
  await lab.page.getByRole("button", { name: "Close guide.md" }).tap();
  await expect(tab).toHaveCount(0);
  await expect(lab.message).toBeVisible();
});

test("dialogs and the sheet fit", async ({ lab }) => {
  await lab.page.goto(
    `/git/${encodeURIComponent(`${addresses.git}/acme/skills`)}?prompt=${"A long prompt ".repeat(40)}`,
  );
  const sheet = lab.page.getByRole("dialog", { name: "Open shared workspace" });
  await expect(sheet).toBeVisible();
  await expectNothingSideways(lab, "sheet");
  await expect(sheet.getByRole("button", { name: /^Open/ })).toBeInViewport({ ratio: 1 });
  await sheet.getByRole("button", { name: /^Open/ }).tap();
  const openers = ["Compare", "Share", "Settings", "acme/skills"];
  for (const name of openers) {
    await lab.page.getByRole("banner").getByRole("button", { name }).tap();
    const dialog = lab.page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Close" })).toBeInViewport({ ratio: 1 });
    if (name === "Compare") await expect(dialog.getByRole("table")).toBeVisible();
    await expectNothingSideways(lab, name);
    await dialog.getByRole("button", { name: "Close" }).tap();
    await expect(dialog).toBeHidden();
  }
});
