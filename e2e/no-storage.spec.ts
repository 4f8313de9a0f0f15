import { findings } from "./findings.ts";
import { expect, type Lab, repository, test } from "./lab.ts";
import { sizes } from "./sizes.ts";

/** How browsers act that are told to store nothing; each runs in the page before its scripts. */
const refusals = {
  "has no database": () => Object.defineProperty(globalThis, "indexedDB", { value: undefined }),
  "refuses everything": () => {
    const refuse = () => {
      throw new DOMException("denied", "SecurityError");
    };
    for (const name of ["indexedDB", "localStorage", "sessionStorage"]) {
      Object.defineProperty(globalThis, name, { get: refuse });
    }
    LockManager.prototype.request = async () => refuse();
    LockManager.prototype.query = async () => refuse();
  },
};

test("a browser that has no database has a lab that goes on in memory", async ({ lab }) => {
  await lab.page.addInitScript(refusals["has no database"]);
  await goOnInMemory(lab);
});

async function goOnInMemory(lab: Lab): Promise<void> {
  await lab.open(repository("acme/skills"));
  await expect(lab.skill("pdf-forms")).toBeVisible();
  await expect(lab.page.getByText(/^Not saved: /)).toBeVisible();
  await lab.page.getByRole("separator").first().press("ArrowRight");
  await lab.say("Can you fill in this W-9 form?");
  await expect(lab.conversation).toContainText("Chose pdf-forms from the catalog");
}

for (const { name, viewport } of sizes) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport });

    test("a browser that refuses everything has a lab that goes on in memory, which is told to everybody", async ({
      lab,
    }) => {
      await lab.page.addInitScript(refusals["refuses everything"]);
      if (name === "desktop") await goOnInMemory(lab);
      else await lab.open(repository("acme/skills"));
      if (name === "phone") await expect(lab.page.getByText("4 skills installed")).toBeVisible();
      await expect(lab.page.getByText(/^Not saved: /)).toBeInViewport({ ratio: 1 });
      expect(await findings(lab.page)).toEqual([]);
      expect(await lab.page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    });
  });
}
