import type { Locator } from "@playwright/test";
import { addresses } from "#test/addresses.ts";
import { findings } from "./findings.ts";
import { expect, type Lab, repository, test, testOnOnePage } from "./lab.ts";

/** What a keyboard user has: keys, and the visible focus. Nothing here clicks. */
interface Keyboard {
  /** Presses Tab until `target` has the focus; every stop on the way must have a visible focus. */
  tabTo(target: Locator): Promise<void>;
  /** Presses Shift+Tab until `target` has the focus. */
  backTo(target: Locator): Promise<void>;
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
}

function keyboardOf({ page }: Lab): Keyboard {
  async function go(key: string, target: Locator) {
    // Found once, as finding an element by its role takes longer than pressing a key.
    const wanted = await target.elementHandle();
    for (let stop = 0; stop < 120; stop++) {
      if (await page.evaluate((element) => element === document.activeElement, wanted)) return;
      await page.keyboard.press(key);
      expect(await page.evaluate(focusFault)).toBe("");
    }
    throw new Error(`${key} does not lead to ${target}`);
  }
  return {
    tabTo: (target) => go("Tab", target),
    backTo: (target) => go("Shift+Tab", target),
    async press(...keys) {
      for (const key of keys) await page.keyboard.press(key);
      await expect.poll(() => page.evaluate(focusFault)).toBe("");
    },
    type: (text) => page.keyboard.insertText(text),
  };
}

/** Runs in the page: what is wrong with the focus; empty if a person can see where it is. */
function focusFault(): string {
  const focused = document.activeElement;
  // After the last control the browser's own interface gets the focus, as it should.
  if (!document.hasFocus()) return "";
  if (!focused || focused === document.body) return "the focus is nowhere";
  const marked = document.getElementById(focused.getAttribute("aria-activedescendant") ?? "");
  const around = [marked, focused];
  for (let box = focused.parentElement; box && around.length < 6; box = box.parentElement) around.push(box);
  const isOutlined = around.some((box) => box && getComputedStyle(box).outlineStyle !== "none");
  // In a text field the caret shows the focus.
  if (isOutlined || focused.matches("textarea, input:not([type=radio])")) return "";
  return `no outline: ${focused.outerHTML.slice(0, 200)}`;
}

async function openByKeys(lab: Lab, source: string): Promise<Keyboard> {
  const keyboard = keyboardOf(lab);
  await lab.page.goto("/");
  await keyboard.tabTo(lab.source);
  await keyboard.type(source);
  await lab.page.keyboard.press("Enter");
  await expect(lab.progress).toBeHidden();
  await expect(lab.message).toBeVisible();
  return keyboard;
}

/** Opens the repository by its link, which takes less time than by the first page. */
async function visitWithKeys(lab: Lab, name: string): Promise<Keyboard> {
  await lab.visit(name);
  await expect(lab.progress).toBeHidden();
  await expect(lab.message).toBeVisible();
  return keyboardOf(lab);
}

test("every stop of the first page shows the focus", async ({ lab }) => {
  await lab.page.goto("/");
  const keyboard = keyboardOf(lab);
  await keyboard.tabTo(lab.source);
  for (const name of ["Open", "Upload folder", "Upload archive"]) {
    await keyboard.tabTo(lab.page.getByRole("button", { name, exact: true }));
  }
  await keyboard.tabTo(lab.page.getByRole("link").last());
});

test("a skill: its details, off and on again, and its file", async ({ lab }) => {
  const keyboard = await openByKeys(lab, repository("acme/skills"));
  const row = lab.skill("pdf-forms").getByRole("button").first();
  await keyboard.tabTo(row);
  await keyboard.press("Enter");
  await expect(row).toHaveAttribute("aria-expanded", "true");

  const off = lab.page.getByRole("switch", { name: "Enable pdf-forms" });
  await keyboard.tabTo(off);
  await keyboard.press("Space");
  await expect(off).not.toBeChecked();
  await expect(off).toBeFocused();
  await expect(lab.context).not.toContainText("- pdf-forms:");
  await keyboard.press("Space");
  await expect(off).toBeChecked();
  await expect(off).toBeFocused();
  await expect(lab.context).toContainText("- pdf-forms:");

  await keyboard.backTo(lab.page.getByRole("button", { name: "Open SKILL.md" }));
  await keyboard.press("Enter");
  await expect(lab.file).toBeVisible();
});

test("the tree: arrows, a letter, Enter; and the file closes", async ({ lab }) => {
  const keyboard = await visitWithKeys(lab, "acme/project");
  await keyboard.tabTo(lab.files);
  const at = async (name: string) => {
    const id = (await lab.files.getAttribute("aria-activedescendant")) ?? "";
    await expect(lab.page.locator(`[id="${id}"]`)).toHaveAccessibleName(name);
  };
  await keyboard.press("Home");
  await at("/workspace");
  await keyboard.press("End");
  await keyboard.press("Home", "r");
  await at("README.md");
  await keyboard.press("Home");
  const src = lab.files.getByRole("treeitem", { name: "src", exact: true });
  await expect(src).toHaveAttribute("aria-expanded", "false");
  await focusRow(lab, keyboard, "src");
  await keyboard.press("ArrowRight");
  await expect(src).toHaveAttribute("aria-expanded", "true");
  await keyboard.press("ArrowRight");
  await at("index.ts");
  await keyboard.press("Enter");
  await expect(lab.file).toContainText("export const answer");

  await keyboard.tabTo(lab.page.getByRole("button", { name: "Close index.ts" }));
  await keyboard.press("Enter");
  await expect(lab.file).toBeHidden();
  await keyboard.tabTo(lab.message);
});

/** Presses the down arrow from the tree's current row to the row with this name. */
async function focusRow({ page, files }: Lab, keyboard: Keyboard, name: string): Promise<void> {
  for (let row = 0; row < 30; row++) {
    const id = (await files.getAttribute("aria-activedescendant")) ?? "";
    if ((await page.locator(`[id="${id}"]`).getAttribute("aria-label")) === name) return;
    await keyboard.press("ArrowDown");
  }
  throw new Error(`No row ${name}`);
}

test("a message: its question of the guard is answered; completed with arrows, sent, and stopped while it streams", async ({
  lab,
}) => {
  const keyboard = await visitWithKeys(lab, "acme/skills");
  await chooseServerModel(lab, keyboard);
  await keyboard.tabTo(lab.message);
  await keyboard.type('call read_file {"path": "/mnt/acme-skills/README.md"}');
  await keyboard.press("Enter");
  await expect(lab.question).toBeVisible();
  await keyboard.backTo(lab.question.getByRole("button", { name: "Allow once" }));
  await keyboard.press("Enter");
  await expect(lab.conversation).toContainText("The tool said: # Acme skills");
  await expect.poll(() => lab.page.evaluate(focusFault)).toBe("");

  await keyboard.tabTo(lab.message);
  await keyboard.type("/");
  const options = lab.page.getByRole("listbox", { name: "Commands, skills and files" });
  await expect(options.getByRole("option", { selected: true })).toHaveCount(1);
  const first = await options.getByRole("option", { selected: true }).textContent();
  await keyboard.press("ArrowDown");
  await expect(options.getByRole("option", { selected: true })).not.toHaveText(first ?? "");
  await keyboard.press("ArrowUp", "Enter");
  await expect(options).toBeHidden();
  await expect(lab.message).toHaveValue(/^\/\S.* $/);
  await lab.page.keyboard.press("Control+A");
  await keyboard.type("/pdf");
  await expect(options).toBeVisible();
  await keyboard.press("Escape");
  await expect(options).toBeHidden();
  await expect(lab.message).toBeFocused();

  await lab.page.keyboard.press("Control+A");
  await keyboard.type(`slowly one two three ${"and so on ".repeat(30)}${Date.now()} the end`);
  await keyboard.press("Enter");
  await expect(lab.message).toBeFocused();
  await expect(lab.conversation).toContainText("one two three");
  await keyboard.tabTo(lab.page.getByRole("button", { name: "Stop" }));
  await keyboard.press("Enter");
  await expect(lab.page.getByRole("button", { name: "Send" })).toBeVisible();
  await expect.poll(() => lab.page.evaluate(focusFault)).toBe("");
});

async function chooseServerModel(lab: Lab, keyboard: Keyboard): Promise<void> {
  const opener = lab.page.getByRole("button", { name: "Settings" });
  await keyboard.tabTo(opener);
  await keyboard.press("Enter");
  const dialog = lab.page.getByRole("dialog", { name: "Settings" });
  await keyboard.tabTo(dialog.getByRole("radio", { name: "Demo model" }));
  // The server's models are the last of the sources.
  await keyboard.press("ArrowUp");
  await expect(dialog.getByRole("radio", { name: "gpt-test" })).toBeChecked();
  await keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
}

test.describe("opened once", () => {
  const testOpened = testOnOnePage(async (lab) => void (await visitWithKeys(lab, "acme/skills")));

  testOpened("a dialog takes the focus, keeps it, and gives it back", async ({ lab }) => {
    const keyboard = keyboardOf(lab);
    for (const [button, title] of [
      ["Compare", "Compare harnesses"],
      ["Share", "Share workspace"],
      ["Settings", "Settings"],
    ] as const) {
      const opener = lab.page.getByRole("button", { name: button, exact: true });
      const dialog = lab.page.getByRole("dialog", { name: title });
      await keyboard.tabTo(opener);
      await keyboard.press("Enter");
      await expect(dialog).toBeVisible();
      const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement));
      expect(await isInside()).toBe(true);
      for (let stop = 0; stop < 25; stop++) {
        await lab.page.keyboard.press("Tab");
        // Between the last control and the first, the browser's own interface may have the focus, but never the page behind.
        if (await lab.page.evaluate(() => document.activeElement !== document.body))
          expect(await isInside()).toBe(true);
      }
      await lab.page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await expect(opener).toBeFocused();
    }
  });

  testOpened("a dialog closes by a click beside it, but by none that began in it", async ({ lab }) => {
    const { mouse } = lab.page;
    await lab.page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = lab.page.getByRole("dialog", { name: "Share workspace" });
    await dialog.getByRole("textbox", { name: "Include a prompt" }).hover();
    await mouse.down();
    await mouse.move(5, 5);
    await mouse.up();
    await lab.page.waitForTimeout(300);
    await expect(dialog).toBeVisible();
    await mouse.click(5, 5);
    await expect(dialog).toBeHidden();
  });

  testOpened(
    "a list below its button takes the focus and gives it back, and closes where the focus goes on",
    async ({ lab }) => {
      const keyboard = keyboardOf(lab);
      const opener = lab.page.getByRole("button", { name: "Add a source", exact: true });
      const sources = lab.page.getByRole("dialog", { name: "Sources" });
      await keyboard.tabTo(opener);
      await keyboard.press("Enter");
      await expect(sources).toBeVisible();
      expect(await sources.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      expect(await findings(lab.page)).toEqual([]);
      await lab.page.keyboard.press("Escape");
      await expect(sources).toBeHidden();
      await expect(opener).toBeFocused();
      // Where the palette opens it, too: below its own button, with room for all of it.
      await lab.page.keyboard.press("Control+k");
      await lab.page.keyboard.type("Sources");
      await expect(lab.page.getByRole("option", { name: /^action Sources/, selected: true })).toBeVisible();
      await lab.page.keyboard.press("Enter");
      await expect(sources.getByRole("button", { name: "Upload archive" })).toBeInViewport({ ratio: 1 });
      await lab.page.keyboard.press("Escape");
      await expect(opener).toBeFocused();
      await keyboard.press("Enter");
      await lab.message.focus();
      await expect(sources).toBeHidden();
    },
  );

  testOpened("the harness, the views of the context, and the problems", async ({ lab }) => {
    const keyboard = keyboardOf(lab);
    const harness = lab.page.getByRole("combobox", { name: "Harness" });
    await keyboard.tabTo(harness);
    await lab.page.keyboard.type("Agent");
    await expect(harness).toHaveValue("agentskills");
    await expect(lab.context).toContainText("<available_skills>");
    await expect(harness).toBeFocused();
    await keyboard.press("Home");
    await expect(harness).toHaveValue("keen");

    const problems = lab.problems.getByRole("button", { name: /Problems/ });
    await keyboard.tabTo(problems);
    const wasOpen = await problems.getAttribute("aria-expanded");
    await keyboard.press("Enter");
    await expect(problems).toHaveAttribute("aria-expanded", wasOpen === "true" ? "false" : "true");
    await expect(problems).toBeFocused();
    if (wasOpen === "true") await keyboard.press("Enter");
    await keyboard.tabTo(lab.problems.getByRole("button", { name: /csv-tools\/SKILL\.md/ }).first());
    await keyboard.press("Enter");
    await expect(lab.file).toContainText("csv-tools");

    await keyboard.tabTo(lab.context.getByRole("tab", { selected: true }));
    for (const name of ["Request"]) {
      await keyboard.press("ArrowRight");
      const tab = lab.context.getByRole("tab", { name });
      await expect(tab).toBeFocused();
      await expect(tab).toHaveAttribute("aria-selected", "true");
    }
    await keyboard.press("Home");
    await expect(lab.context.getByRole("tab", { name: "Catalog" })).toBeFocused();
  });
});

test("a shared link is looked at and opened", async ({ lab }) => {
  const keyboard = keyboardOf(lab);
  await lab.page.goto(`/git/${encodeURIComponent(`${addresses.git}/acme/skills`)}?prompt=Hello`);
  const sheet = lab.page.getByRole("dialog", { name: "Open shared workspace" });
  await expect(sheet).toBeVisible();
  await keyboard.tabTo(sheet.getByRole("button", { name: "Open workspace" }));
  await lab.page.keyboard.press("Enter");
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect.poll(() => lab.page.evaluate(focusFault)).toBe("");
});

test("keys lead to the message, round the panels and to their own list, not while one types; an explanation opens and closes by keys, over a dialog", async ({
  lab,
}) => {
  const { page } = lab;
  await page.goto("/try/first-look");
  await expect(lab.skill("code-review")).toBeVisible();
  // The first tab stop of the page skips to the content.
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to message" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(lab.message).toBeFocused();
  await page.keyboard.type("a/b?");
  await expect(lab.message).toHaveValue("a/b?");

  // Controls that appear later would be missed in the round.
  await expect(page.getByRole("region", { name: "Context" })).toBeVisible();
  await page.keyboard.press("F6");
  await expect(lab.message).not.toBeFocused();
  await page.keyboard.press("Shift+F6");
  await expect(lab.conversation).toBeFocused();
  await page.keyboard.press("Shift+F6");
  await page.keyboard.press("Shift+F6");
  await expect(page.getByRole("region", { name: "Skills" })).toBeFocused();
  await page.keyboard.press("/");
  await expect(lab.message).toBeFocused();

  await page.keyboard.press("Shift+F6");
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Ctrl");
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await expect(page.getByRole("region", { name: "Files" })).toBeFocused();

  // On a slow network the palette's box is there before its results: text typed meanwhile counts, and so does Enter.
  const fetched = Promise.withResolvers<void>();
  await page.route("**/_next/static/chunks/**", (route) => fetched.promise.then(() => route.continue()));
  await page.keyboard.press("Control+k");
  await page.keyboard.type("Keyboard shortcuts");
  await page.keyboard.press("Enter");
  fetched.resolve();
  await expect(keys).toBeVisible();
  await page.unroute("**/_next/static/chunks/**");
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("SKILL.md code-review");
  const found = page.getByRole("option", { name: /\/workspace\/\.agents\/skills\/code-review\/SKILL\.md$/ });
  await expect(found).toHaveCount(1);
  await expect(found).toHaveAttribute("aria-selected", "true");
  // A keyboard reads on in the file that it has opened.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "File", exact: true })).toBeFocused();

  await page.getByRole("button", { name: "Share", exact: true }).press("Enter");
  const help = page.getByRole("button", { name: "About: As a file" });
  const note = page.getByRole("note").filter({ hasText: "but no keys" });
  await expect(note).toBeHidden();
  await help.press("Enter");
  await expect(note).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(note).toBeHidden();
  await expect(page.getByRole("dialog", { name: "Share workspace" })).toBeVisible();
});

test("the box of the palette, a dialog that is chosen in it, and the message have the focus before the next key arrives, and take it", async ({
  lab,
}) => {
  const { page } = lab;
  await page.goto("/try/first-look");
  await expect(lab.skill("code-review")).toBeVisible();
  /** The dialog, or else the control, that has the focus when the press of `key` is over. */
  async function focusAfter(key: string): Promise<string | undefined> {
    await page.evaluate((key) => {
      window.addEventListener("keydown", function look(event) {
        if (event.key !== key) return;
        window.removeEventListener("keydown", look);
        const dialog = document.activeElement?.closest("dialog[open]");
        const name = dialog?.querySelector("h2")?.textContent ?? document.activeElement?.getAttribute("aria-label");
        document.documentElement.dataset.focused = name ?? "none";
      });
    }, key.split("+").at(-1) as string);
    await page.keyboard.press(key);
    return page.evaluate(() => document.documentElement.dataset.focused);
  }
  const choose = () => page.getByRole("option", { name: /New skill or file/, selected: true });
  expect(await focusAfter("Control+k")).toBe("Find a file, skill or action");
  // It stays where it is, whatever is found: rows that moved would be missed by a click.
  const place = async () => {
    const box = page.getByRole("combobox", { name: "Find" });
    // The first box gives way to that of the fetched palette, and has no place at that moment.
    let found: Awaited<ReturnType<typeof box.boundingBox>> = null;
    await expect.poll(async () => (found = await box.boundingBox())).not.toBeNull();
    return found;
  };
  const begun = await place();
  await page.keyboard.type("zzzzzz");
  await expect(page.getByText("No results")).toBeVisible();
  expect(await place()).toEqual(begun);
  await page.getByRole("combobox", { name: "Find" }).fill("new skill");
  await expect(choose()).toBeVisible();
  expect(await place()).toEqual(begun);
  await page.keyboard.press("Enter");
  // Its code is fetched the first time.
  await expect(page.getByRole("dialog", { name: "New skill or file" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new skill");
  await expect(choose()).toBeVisible();
  expect(await focusAfter("Enter")).toBe("New skill or file");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Compare" }).focus();
  expect(await focusAfter("/")).toBe("Message");
  // Key by key: text that is inserted as a whole also got where a key did not.
  await page.keyboard.type("a");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Find a file, skill or action" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.type("b");
  await expect(lab.message).toHaveValue("ab");
});
