import { expect, test } from "vitest";
import { heightMessage } from "./height-message.ts";

test("a height is whole, above nothing, and within reason", () => {
  expect(heightMessage(480.2)).toEqual({ type: "skillground:height", height: 481 });
  expect([heightMessage(0).height, heightMessage(-3).height, heightMessage(1e9).height]).toEqual([1, 1, 4000]);
});
