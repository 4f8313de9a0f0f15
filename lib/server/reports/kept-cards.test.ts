import { expect, test } from "vitest";
import { defaultCards, KeptCards } from "./kept-cards.ts";

function drawing(size = 1000) {
  const drawn = { count: 0, atOnce: 0, most: 0 };
  const draw = async () => {
    drawn.count++;
    drawn.most = Math.max(drawn.most, ++drawn.atOnce);
    await new Promise((resolve) => setTimeout(resolve, 5));
    drawn.atOnce--;
    return new ArrayBuffer(size);
  };
  return { drawn, draw };
}

test("one picture is drawn once, and pictures one after another", async () => {
  const cards = new KeptCards({ ...defaultCards, waiting: { all: 3, each: 3 } });
  const { drawn, draw } = drawing();
  const ask = (word: string) => cards.ask(word, "192.0.2.1", draw);
  const first = ["a", "b", "c"].map(ask);
  await new Promise(setImmediate);
  // These wait for a drawing that has begun, and take no place.
  const pictures = await Promise.all([...first, ...["a", "b", "a", "c"].map(ask)]);
  expect(pictures.map((picture) => picture?.length)).toEqual(pictures.map(() => 1000));
  await cards.ask("a", "192.0.2.1", draw);
  expect(drawn).toMatchObject({ count: 3, most: 1 });
});

test("between two drawings there is time for others", async () => {
  const cards = new KeptCards();
  const times: number[] = [];
  const draw = async () => {
    times.push(performance.now());
    await new Promise((resolve) => setTimeout(resolve, 40));
    return new ArrayBuffer(1);
  };
  await Promise.all(["a", "b"].map((word) => cards.ask(word, "192.0.2.1", draw)));
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(80);
});

test("no more is kept than may be, and what fails is drawn anew", async () => {
  const cards = new KeptCards({ ...defaultCards, bytes: 5000 });
  const { drawn, draw } = drawing();
  for (const word of ["a", "b", "c", "d", "e", "a"]) await cards.ask(word, "192.0.2.1", draw);
  expect(drawn.count).toBe(6);
  await expect(cards.ask("f", "192.0.2.1", () => Promise.reject(new Error("no font")))).rejects.toThrow("no font");
  expect(await cards.ask("f", "192.0.2.1", draw)).toBeDefined();
});

test("one network has no more drawn than its part, and keeps nobody else from theirs", async () => {
  const cards = new KeptCards({ ...defaultCards, waiting: { all: 4, each: 2 } });
  const { drawn, draw } = drawing();
  const many = Array.from({ length: 5 }, (_, index) => cards.ask(`word ${index}`, "192.0.2.1", draw));
  const other = cards.ask("other", "192.0.2.2", draw);
  expect((await Promise.all(many)).filter(Boolean)).toHaveLength(2);
  expect(await other).toBeDefined();
  expect(drawn.count).toBe(3);
});

test("one network has no more drawn in a minute than its part", async () => {
  const cards = new KeptCards({ ...defaultCards, rate: { points: 2, duration: 60 } });
  const { draw } = drawing();
  for (const word of ["a", "b"]) expect(await cards.ask(word, "192.0.2.1", draw)).toBeDefined();
  expect(await cards.ask("c", "192.0.2.1", draw)).toBeUndefined();
  expect(await cards.ask("a", "192.0.2.1", draw)).toBeDefined();
  expect(await cards.ask("c", "192.0.2.2", draw)).toBeDefined();
});
