import { expect, test } from "vitest";
import { goScalarType, taggedScalarType } from "./go-scalars.ts";

test.each([
  ["bool", "y Y yes Yes YES on off n No true FALSE"],
  ["null", "~ null Null NULL"],
  ["int", "0 -1 +1 017 0o17 0O7 0x1F 0b11 0b-1 1_000 1__0 0x_1 9223372036854775807 18446744073709551615"],
  ["int", "0xffffffffffffffff -0x8000000000000000"],
  ["float", "1.0 1. .5 -.5 08 1e3 1_0.5_0 .5_0 18446744073709551616 +9223372036854775808 .inf -.INF .NaN 1e-400"],
  ["text", "yEs tRUE nULL 0x 0xg 0o8 0b2 -0b-1 _1 ._5 .5_ .e5 1e 1e400 .5e400 .iNf -.nan Infinity NaN <<"],
  ["text", "0x10000000000000000 -0x8000000000000001 +0xffffffffffffffff 2024-01-01 1:30 1.2.3 + . 12e 0x1p-2"],
])("%s: %s", (type, texts) => {
  const types = texts.split(" ").map((text) => `${text} ${goScalarType(text)}`);
  expect(types).toEqual(texts.split(" ").map((text) => `${text} ${type}`));
});

test("nothing is null", () => expect(goScalarType("")).toBe("null"));

test.each([
  ["int", "5", "int"],
  ["int", "5.0", undefined],
  ["float", "5", "float"],
  ["bool", "yes", "bool"],
  ["bool", "5", undefined],
  ["null", "", "null"],
  ["null", "x", undefined],
  ["str", "5", "text"],
  ["timestamp", "2024-01-01", "text"],
  ["timestamp", "5", undefined],
  ["unheard-of", "5", "text"],
])("!!%s %j", (tag, text, type) => expect(taggedScalarType(text, `tag:yaml.org,2002:${tag}`)).toBe(type));

test("a tag of one's own makes text", () => expect(taggedScalarType("~", "!")).toBe("text"));
