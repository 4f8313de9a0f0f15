import { promptOf, readAnswer, startLending } from "./lent-model.ts";

const streams = 300;
const words = 60;
/** Budget in MB of server memory per stream. */
const aim = 1;

const lending = await startLending(() => ({ text: "word ".repeat(words), pause: 100 }));
try {
  const prompt = promptOf(18_000);
  // Warms up: what the first requests load stays in memory.
  await Promise.all(Array.from({ length: 20 }, () => readAnswer(lending.lent(), prompt)));
  const before = lending.server.memory();
  let most = before;
  const watching = setInterval(() => {
    most = Math.max(most, lending.server.memory());
  }, 100);
  const start = performance.now();
  const outcomes = await Promise.allSettled(Array.from({ length: streams }, () => readAnswer(lending.lent(), prompt)));
  const seconds = (performance.now() - start) / 1000;
  clearInterval(watching);
  const whole = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.words === words).length;
  console.log(
    `${streams} answers at once: ${streams - whole} errors, all within ${seconds.toFixed(1)} s; server ` +
      `${before.toFixed(0)} MB before, ${most.toFixed(0)} at most: ${((most - before) / streams).toFixed(2)} MB a stream (aim ${aim})`,
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") console.log(`  ${String(outcome.reason)}`);
} finally {
  await lending.stop();
}
