import { expect, test } from "@playwright/test";
import { kills, killWhileSaving, savedKinds } from "#lib/tasks/soak/kill-trial.ts";

// A sample of `npm run soak kills`: the storage itself, in a browser that dies.
for (const kill of kills) {
  for (const saved of savedKinds) {
    test(`a ${kill} killed while it saves (${saved}) leaves the old or the new`, async () => {
      const count = await killWhileSaving(kill, saved, 3);
      expect(count).toMatchObject({ kills: 3, torn: 0, lost: 0 });
      expect(count.saves).toBeGreaterThanOrEqual(3);
    });
  }
}
