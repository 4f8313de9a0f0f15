import { expect, test } from "@playwright/test";
import { kills, killWhileSaving } from "#lib/tasks/soak/kill-trial.ts";
import { killLab } from "./kill-lab.ts";

/** `npm run soak lab-kills` has many more. */
const labKills = process.env.SOAK ? 50 : 1;

for (const kill of process.env.SOAK ? kills : (["renderer"] as const)) {
  test(`a ${kill} killed while a repository is opened and edited keeps all that was said to be saved`, async () => {
    test.setTimeout(labKills * 45_000);
    const count = await killLab(kill, labKills, kills.indexOf(kill) + 1);
    expect(count).toMatchObject({ kills: labKills, lost: 0 });
    if (labKills > 1) expect(count.saves).toBeGreaterThan(0);
  });
}

const samples = [
  ["browser", "mount"],
  ["tab", "edits"],
] as const;

// A sample of `npm run soak kills`: the storage itself, in a browser that dies.
for (const [kill, saved] of samples) {
  test(`a ${kill} killed while it saves (${saved}) leaves the old or the new`, async () => {
    const count = await killWhileSaving(kill, saved, 1);
    expect(count).toMatchObject({ kills: 1, torn: 0, lost: 0 });
    expect(count.saves).toBeGreaterThanOrEqual(1);
  });
}
