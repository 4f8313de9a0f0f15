import { expect, test } from "@playwright/test";
import { kills, killWhileSaving } from "#lib/tasks/soak/kill-trial.ts";
import { killLab } from "./kill-lab.ts";

/** For `npm run soak lab-kills`; in `npm test` a single kill may come before anything was saved. */
const labKills = 50;

for (const kill of process.env.SOAK ? kills : []) {
  test(`a ${kill} killed while a repository is opened and edited keeps all that was said to be saved`, async () => {
    test.setTimeout(labKills * 45_000);
    const count = await killLab(kill, labKills, kills.indexOf(kill) + 1);
    expect(count).toMatchObject({ kills: labKills, lost: 0 });
    expect(count.saves).toBeGreaterThan(0);
  });
}

// A sample of `npm run soak kills`: the storage alone, in a browser that is killed. `tabs.spec.ts` kills a tab.
test("a browser killed while it saves leaves the old or the new", async () => {
  const count = await killWhileSaving("browser", "mount", 1);
  expect(count).toMatchObject({ kills: 1, torn: 0, lost: 0 });
  expect(count.saves).toBeGreaterThanOrEqual(1);
});
