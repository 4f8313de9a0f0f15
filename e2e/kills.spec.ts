import { expect, test } from "@playwright/test";
import { durabilities, kills, killWhileSaving } from "#lib/tasks/soak/kill-trial.ts";

// A sample of `npm run soak kills`: the storage itself, in a browser that dies.
for (const kill of kills) {
  for (const durability of durabilities) {
    test(`a killed ${kill} leaves the old or the new, and all that was saved (${durability})`, async () => {
      const count = await killWhileSaving(kill, durability, 3);
      expect(count).toMatchObject({ kills: 3, torn: 0, lost: 0 });
      expect(count.saves).toBeGreaterThanOrEqual(3);
    });
  }
}
