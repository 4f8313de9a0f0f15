/** Kills browsers, pages and tabs in the middle of saves, and counts what is torn or lost. Takes about ten minutes. */
import { durabilities, kills, killWhileSaving } from "./kill-trial.ts";

/** Of each kind and durability: 300 in all. */
const times = 50;

let failed = 0;
for (const kill of kills) {
  for (const durability of durabilities) {
    const count = await killWhileSaving(kill, durability, times);
    console.log(
      `${kill}, ${durability}: ${count.kills} kills, ${count.saves} saves, ${count.torn} torn, ${count.lost} lost`,
    );
    // What is saved `relaxed` can be fetched again: when it is on the disk, the browser decides.
    failed += count.torn + (durability === "strict" ? count.lost : 0);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
