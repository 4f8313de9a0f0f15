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
    failed += count.torn + count.lost;
  }
}
process.exitCode = failed === 0 ? 0 : 1;
