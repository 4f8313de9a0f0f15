import { expect, test } from "vitest";
import { formatBytes } from "./format.ts";

test.for([
  [999, "999 B"],
  [84_000, "84 KB"],
  [1_200_000, "1.2 MB"],
  [10_775_700_000, "10.8 GB"],
] as const)("%d bytes are %s", ([bytes, text]) => {
  expect(formatBytes(bytes)).toBe(text);
});
