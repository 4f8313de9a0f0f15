import { findings } from "./findings.ts";
import { expect, repository, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

const [, { viewport: phone }] = sizes;

/** Runs in the page before its scripts: what a browser does that is told to store nothing. */
function refuseEverything(): void {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  for (const name of ["indexedDB", "localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, name, { get: refuse });
  }
  LockManager.prototype.request = async () => refuse();
  LockManager.prototype.query = async () => refuse();
}

// Other ways to have no storage are tested in `persistence.test.ts` and `open-workspace.test.ts`.
test("a browser that refuses everything has a lab that goes on in memory, which is told to everybody", async ({
  lab,
}) => {
  const { page } = lab;
  await page.addInitScript(refuseEverything);
  await lab.open(repository("acme/skills"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  const notSaved = page.getByText(/^Not saved: /);
  await expect(notSaved).toBeInViewport({ ratio: 1 });
  await page.getByRole("separator").first().press("ArrowRight");
  await lab.say("Can you fill in this W-9 form?");
  await expect(lab.conversation).toContainText("Chose pdf-forms from the catalog");
  expect(await findings(page)).toEqual([]);

  await page.setViewportSize(phone);
  await expect(notSaved).toBeInViewport({ ratio: 1 });
  expect(await findings(page), "on a phone").toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
});
