import { expect, test } from "@playwright/test";
import { durabilities, kills, killWhileSaving } from "#lib/tasks/soak/kill-trial.ts";

// A sample of `npm run soak kills`: the storage itself, in a browser that dies.
for (const kill of kills) {
  for (const durability of durabilities) {
    test(`a ${kill} killed while it saves (${durability}) leaves the old or the new`, async () => {
      const count = await killWhileSaving(kill, durability, 3);
      expect(count).toMatchObject({ kills: 3, torn: 0 });
      // What can be fetched again is on the disk when the browser likes; what a person made, when it says so.
      if (durability === "strict") expect(count.lost).toBe(0);
      expect(count.saves).toBeGreaterThanOrEqual(3);
    });
  }
}
