import { expect, it } from "vitest";
import { nearNames } from "./resolve-source.ts";

it.each([
  ["1.0", ["main", "v1.0", "v1.0-beta", "v7.3"], ["v1.0", "v1.0-beta"]],
  ["Main", ["main", "maintenance"], ["main", "maintenance"]],
  ["mian", ["main", "release"], ["main"]],
  ["develop", ["main", "dev"], ["dev"]],
  ["x", ["main"], []],
])("what may be meant by %s among %j", (wanted, names, expected) => {
  expect(nearNames(wanted, names)).toEqual(expected);
});
