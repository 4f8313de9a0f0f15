import { scoreCorpus } from "#lib/report/corpus/score.ts";
import { worstTexts } from "#lib/report/corpus/worst-texts.ts";

/** Precision and recall of the trust rules on files written to be caught, or to be left alone. */
const { hostile, innocent, right, missed, wrong, precision, recall } = scoreCorpus();
for (const { path, rule } of missed) console.log(`missed  ${rule.padEnd(20)} ${path}`);
for (const { path, rule, excerpt } of wrong) console.log(`wrong   ${rule.padEnd(20)} ${path}: ${excerpt}`);
console.log(
  `${hostile} hostile and ${innocent} innocent files; ${right} found, ${missed.length} missed, ${wrong.length} wrong.`,
);
console.log(`precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)} (wanted: 0.95 each)`);

console.log("Slowest on 64 KB of what the rules look for, repeated:");
for (const { rule, part, milliseconds } of worstTexts(64 * 1024, 5))
  console.log(`  ${milliseconds.toFixed(0).padStart(5)} ms  ${rule}: ${JSON.stringify(part.slice(0, 60))}`);
