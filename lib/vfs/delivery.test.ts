import { expect, test } from "vitest";
import { FailureError } from "#lib/failure.ts";
import { deliver, describeDelivery, firstOf, readAhead, type Tell, wholeOf } from "./delivery.ts";
import { createPendingFiles, createSnapshot, snapshotMode } from "./snapshot.ts";

const file = (path: string) => ({ path, mode: snapshotMode.file, bytes: new TextEncoder().encode(path) });
const known = createSnapshot([file("SKILL.md")]);
const snapshot = createSnapshot([file("SKILL.md"), file("a")]);
const part = {
  kind: "part",
  about: "about",
  known,
  pending: createPendingFiles([file("a")]),
  want: () => undefined,
} as const;
const whole = { kind: "whole", about: "about", snapshot } as const;
const progress = { kind: "progress", progress: { phase: "downloading" } } as const;
const contents = { kind: "contents", contents: createSnapshot([file("a")]) } as const;
const cancelled = new FailureError({ code: "cancelled" });

/** Lets every task run that waits for nothing else. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

async function kindsOf(delivery: AsyncIterable<{ readonly kind: string }>, kinds: string[] = []): Promise<string[]> {
  for await (const { kind } of delivery) kinds.push(kind);
  return kinds;
}

/** A delivery with a part, and a record of what its producer has done so far. */
function inParts() {
  const done: string[] = [];
  const bring = async (tell: Tell<string>) => {
    void tell(progress);
    await tell(part);
    done.push("read on");
    void tell(contents);
    return whole;
  };
  return { done, delivery: deliver(bring) };
}

test("events come in their order, also those told before anybody reads", async () => {
  const { delivery } = inParts();
  await settled();
  expect(await kindsOf(delivery)).toEqual(["progress", "part", "contents", "whole"]);
});

test("after a part nothing is brought before its reader asks for what follows", async () => {
  const { delivery, done } = inParts();
  expect(await firstOf(delivery, () => undefined)).toBe(part);
  await settled();
  expect(done).toEqual([]);
  const next = delivery.next();
  await settled();
  expect(done).toEqual(["read on"]);
  expect((await next).value).toBe(contents);
});

test("what came before a failure is told before it", async () => {
  const delivery = deliver(async (tell: Tell<string>) => {
    void tell(progress);
    void tell(contents);
    throw cancelled;
  });
  await settled();
  const kinds: string[] = [];
  await expect(kindsOf(delivery, kinds)).rejects.toBe(cancelled);
  expect(kinds).toEqual(["progress", "contents"]);
});

test("whoever wants the whole alone is told how far it is, and need not look at parts", async () => {
  const { delivery } = inParts();
  const told: unknown[] = [];
  expect(await wholeOf(delivery, (one) => told.push(one))).toBe(whole);
  expect(told).toEqual([progress.progress]);
  await expect(wholeOf(deliver(() => Promise.reject(cancelled)))).rejects.toBe(cancelled);
});

test("what is known of a source can be said otherwise, of its part and of its whole", async () => {
  const described = describeDelivery(inParts().delivery, (about, { modes }) => `${about} ${modes.length}`);
  const first = await firstOf(described, () => undefined);
  expect([first.about, (await wholeOf(described)).about]).toEqual(["about 1", "about 2"]);
});

test("a delivery that is read ahead goes on while its part is looked at, and tells all of it later", async () => {
  const { delivery, done } = inParts();
  const ahead = readAhead(delivery);
  expect(await ahead.whole).toBe(whole);
  expect(done).toEqual(["read on"]);
  expect(await kindsOf(ahead.delivery)).toEqual(["progress", "part", "contents", "whole"]);
  const failing = readAhead(deliver(() => Promise.reject(cancelled)));
  await expect(failing.whole).rejects.toBe(cancelled);
  await expect(wholeOf(failing.delivery)).rejects.toBe(cancelled);
});
