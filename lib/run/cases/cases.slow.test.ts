import { expect, it } from "vitest";
import { compare, pageAnswer, readLines, readRecorded } from "./cases.ts";
import { differences } from "./differences.ts";
import { linesToRunAlone } from "./together.ts";

const recorded = readRecorded();

it.each([...readLines()])("answers lines with %s as the real thing does, or is known to differ", async (_, lines) => {
  for (const line of await linesToRunAlone(lines, recorded)) {
    const real = recorded[line];
    expect(real, `${line}: not recorded; run npm run bench shell`).toBeDefined();
    if (!real) continue;
    const page = await pageAnswer(line);
    const found = compare(page, real);
    if (line in differences) expect(found, `${line}: no longer differs`).not.toBe("same");
    else expect({ line, ...page, complains: real.complains }).toEqual({ line, ...real });
  }
});

it("has no difference that is not among its lines", () => {
  const all = new Set([...readLines().values()].flat());
  expect(Object.keys(differences).filter((line) => !all.has(line))).toEqual([]);
});
