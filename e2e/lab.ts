import { test as base, expect, type FileChooser, type Locator, type Page } from "@playwright/test";
import { addresses } from "#test/addresses.ts";

/** The lab as a person meets it: by the names of its parts. */
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
  /** The file that is open in the middle. */
  readonly file: Locator;
  /** A tool call that waits for the person's word. */
  readonly question: Locator;
  /** Why something could not be opened. */
  readonly failure: Locator;
  /** Types into the box of the landing page and opens. */
  open(source: string): Promise<void>;
  /**
   * Comes by the link to a repository of the tests, and waits until it is there. Costs a fifth less than `open`, which has the
   * landing page drawn before: for tests of what comes after the opening.
   */
  visit(name: string, search?: string): Promise<void>;
  /** Fills in the settings of a model and uses it. */
  chooseModel(provider: RegExp, fields?: Readonly<Record<string, string>>): Promise<void>;
  /** Says something and waits for the answer's end. */
  say(text: string): Promise<void>;
  skill(name: string): Locator;
  /** Unfolds the problems, which are open by themselves where no skill's row says the same. */
  showProblems(): Promise<void>;
  /** Hands files over by a button that asks for them; pressed again where the page's code was not there yet to ask. */
  choose(button: string, files: Parameters<FileChooser["setFiles"]>[0]): Promise<void>;
}

/** The address of a repository of the tests' git server. */
export function repository(name: string): string {
  return `${addresses.git}/${name}.git`;
}

/** Where the lab shows a repository of the tests' git server. */
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
    // Next's own announcer of page titles is an alert, too.
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
      await expect(page.getByRole("heading", { level: 1 })).toContainText(/@[0-9a-f]{7}/);
    },
    async chooseModel(provider, fields = {}) {
      await page.getByRole("button", { name: "Settings" }).click();
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

/** A test with the lab at hand, that fails when the page throws or its policy blocks anything. */
export const test = base.extend<{ lab: Lab }>({
  lab: async ({ page }, use) => {
    const faults: string[] = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    page.on("console", (message) => {
      if (/Content Security Policy|Hydration|hydrat/i.test(message.text())) faults.push(message.text());
    });
    await use(labOf(page));
    // The next test of the file has the same browser.
    await page.context().setOffline(false);
    expect(faults).toEqual([]);
  },
});

export { expect };
