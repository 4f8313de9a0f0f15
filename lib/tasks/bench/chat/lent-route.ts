import { median } from "../figures.ts";
import { promptOf, readAnswer, startLending } from "./lent-model.ts";

const rounds = 50;
const warmUp = 15;
/** Bytes of a prompt, and the budget in milliseconds that the route may add. */
const sizes = [
  { bytes: 18_000, aim: 5 },
  { bytes: 254_000, aim: 10 },
];

const lending = await startLending(() => ({ text: "One two three." }));
try {
  for (const { bytes, aim } of sizes) {
    const prompt = promptOf(bytes);
    const [lent, direct] = [lending.lent(), await lending.direct()];
    const times: { readonly lent: number; readonly direct: number }[] = [];
    for (let round = 0; round < warmUp + rounds; round++) {
      // One after the other, so that other load on the machine affects both.
      const one = { direct: (await readAnswer(direct, prompt)).first, lent: (await readAnswer(lent, prompt)).first };
      if (round >= warmUp) times.push(one);
    }
    const [through, straight] = [median(times.map((one) => one.lent)), median(times.map((one) => one.direct))];
    const added = median(times.map((one) => one.lent - one.direct));
    console.log(
      `first word of a lent model, ${(bytes / 1000).toFixed(0)} KB: ${through.toFixed(1)} ms through the route, ` +
        `${straight.toFixed(1)} ms directly, ${added.toFixed(1)} ms added at the median of ${rounds} (aim ${aim})`,
    );
  }
} finally {
  await lending.stop();
}
