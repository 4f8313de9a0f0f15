import { expect, it } from "vitest";
import { oneAtATime } from "./one-at-a-time.ts";

it("begins in the order of asking, each after the one before has left, and not what was withdrawn", () => {
  const begun: string[] = [];
  const ask = oneAtATime();
  const leaves = ["a", "b", "c", "d"].map((name) => ask(() => begun.push(name)));
  expect(begun).toEqual(["a"]);
  leaves[1]?.();
  leaves[0]?.();
  leaves[0]?.();
  expect(begun).toEqual(["a", "c"]);
  leaves[2]?.();
  leaves[3]?.();
  ask(() => begun.push("e"));
  expect(begun).toEqual(["a", "c", "d", "e"]);
});
