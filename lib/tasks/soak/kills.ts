/** Kills browsers, pages and tabs in the middle of saves, and counts torn and lost saves. Takes about ten minutes. */
import { kills, killWhileSaving, savedKinds } from "./kill-trial.ts";

/** For each way to kill and each kind of save: 300 in all. */
const times = 50;

let failed = 0;
for (const kill of kills) {
  for (const saved of savedKinds) {
    const count = await killWhileSaving(kill, saved, times);
    console.log(
      `${kill}, ${saved}: ${count.kills} kills, ${count.saves} saves, ${count.torn} torn, ${count.lost} lost`,
    );
    failed += count.torn + count.lost;
  }
}
process.exitCode = failed === 0 ? 0 : 1;
