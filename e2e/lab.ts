import { test as base, expect, type FileChooser, type Locator, type Page } from "@playwright/test";
import { addresses } from "#test/addresses.ts";

/** The lab as a person sees it, by the names of its parts. */
export interface Lab {
  readonly page: Page;
  readonly source: Locator;
  readonly progress: Locator;
  readonly loaded: Locator;
  readonly conversation: Locator;
  readonly message: Locator;
  readonly context: Locator;
  readonly problems: Locator;
  readonly files: Locator;
  /** The open file in the middle. */
  readonly file: Locator;
  /** A tool call that waits for the person's approval. */
  readonly question: Locator;
  /** The message why something could not be opened. */
  readonly failure: Locator;
  /** Types into the landing page's box and submits it. */
  open(source: string): Promise<void>;
  /**
   * Opens the link of a tests' repository, and waits until it is open. Takes a fifth less time than `open`, which renders the landing page
   * first: for tests of what comes after opening.
   */
  visit(name: string, search?: string): Promise<void>;
  /** Fills in the settings for a model and saves them. */
  chooseModel(provider: RegExp, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** Sends a message and waits for the end of the answer. */
  say(text: string): Promise<void>;
  skill(name: string): Locator;
  /** Unfolds the problems, unless they are unfolded already because no skill's row shows them. */
  showProblems(): Promise<void>;
  /** Hands files to a button's file chooser; presses the button again if the page was not hydrated yet. */
  choose(button: string, files: Parameters<FileChooser["setFiles"]>[0]): Promise<void>;
}

/** The address of a repository on the tests' git server. */
export function repository(name: string): string {
  return `${addresses.git}/${name}.git`;
}

/** The lab's path for a repository on the tests' git server. */
export function linkTo(name: string): string {
  return `/git/${encodeURIComponent(`${addresses.git}/${name}`)}`;
}

export function labOf(page: Page): Lab {
  const loaded = page.getByRole("list", { name: "Loaded skills" });
  const message = page.getByRole("textbox", { name: "Message" });
  const source = page.getByRole("textbox", { name: "Repository, skill link or command" });
  return {
    page,
    source,
    loaded,
    message,
    progress: page.getByRole("status", { name: "Mount progress" }),
    conversation: page.getByRole("region", { name: "Conversation" }),
    context: page.getByRole("region", { name: "Context" }),
    problems: page.getByRole("region", { name: "Problems" }),
    files: page.getByRole("tree", { name: "Files" }),
    file: page.getByRole("region", { name: "File", exact: true }),
    question: page.getByRole("group", { name: /Allow it\?$/ }),
    // Next's announcer of page titles is an alert too.
    failure: page.getByRole("alert").filter({ has: page.getByRole("button", { name: "Dismiss" }) }),
    async showProblems() {
      const head = page.getByRole("region", { name: "Problems" }).getByRole("button", { name: /^Problems/ });
      await expect(head).toBeVisible();
      if ((await head.getAttribute("aria-expanded")) === "false") await head.click();
    },
    skill: (name) => loaded.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) }),
    async open(text) {
      await page.goto("/");
      await source.fill(text);
      await page.getByRole("button", { name: "Open", exact: true }).click();
    },
    async visit(name, search = "") {
      await page.goto(linkTo(name) + search);
      // Checked on every frame: an assertion checks again after up to a second, and most tests begin here.
      await page.waitForFunction(() => /@[0-9a-f]{7}/.test(document.querySelector("h1")?.textContent ?? ""));
    },
    async chooseModel(provider, fields = {}) {
      await page.getByRole("button", { name: "Settings", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Settings" });
      await dialog.getByRole("radio", { name: provider }).check();
      for (const [name, value] of Object.entries(fields)) {
        await dialog.getByRole("textbox", { name, exact: true }).fill(value);
      }
      await dialog.getByRole("button", { name: "Use this model" }).click();
    },
    async choose(button, files) {
      const asked = () => page.waitForEvent("filechooser", { timeout: 1000 });
      await expect(async () => {
        const [chooser] = await Promise.all([asked(), page.getByRole("button", { name: button }).click()]);
        await chooser.setFiles(files);
      }).toPass();
    },
    async say(text) {
      await message.fill(text);
      await page.getByRole("button", { name: "Send" }).click();
      await expect(page.getByRole("button", { name: "Stop" })).toBeHidden();
    },
  };
}

/** What the page throws, and what its policy blocks, from now on. */
function faultsOf(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (/Content Security Policy|Hydration|hydrat/i.test(message.text())) faults.push(message.text());
  });
  return faults;
}

/** Removes Python packages that the test before may have kept as late as its end: the next one of its worker shares the browser's caches. */
export async function forgetPackages(page: Page): Promise<void> {
  await page.evaluate(() => caches.delete("skillground-packages"));
}

/** A test with the lab; fails if the page throws or its policy blocks anything. */
export const test = base.extend<{ lab: Lab }>({
  lab: async ({ page }, use) => {
    const faults = faultsOf(page);
    await use(labOf(page));
    // The next test of the file shares the browser context.
    await page.context().setOffline(false);
    expect(faults).toEqual([]);
  },
});

/**
 * Tests on one page, which is opened once for all of them: for tests that only read, or take back what they do. A failed test ends its
 * worker, so the test after it gets a new page. Fails like `test`.
 * @param open opens what the tests are about
 */
export function testOnOnePage(open: (lab: Lab) => Promise<void>): typeof test {
  let lab: Lab | undefined;
  let faults: readonly string[] = [];
  const onOnePage = base.extend<{ lab: Lab }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from a pattern
    lab: async ({}, use) => {
      if (!lab) throw new Error("The page is opened before the first test.");
      await use(lab);
      expect(faults).toEqual([]);
    },
  });
  onOnePage.beforeAll(async ({ browser }) => {
    lab = labOf(await (await browser.newContext()).newPage());
    faults = faultsOf(lab.page);
    await open(lab);
  });
  onOnePage.afterAll(() => lab?.page.context().close());
  return onOnePage;
}

export { expect };
