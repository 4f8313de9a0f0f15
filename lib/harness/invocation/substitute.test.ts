import fc from "fast-check";
import { expect, test } from "vitest";
import { keen } from "#lib/harness/profiles/keen.ts";
import type { Substitution } from "#lib/harness/vocabulary/activation.ts";
import { substitute } from "./substitute.ts";

/** The grammar of Keen Code's RFC: an index in brackets, numbers from 0. */
const indexed: Substitution = {
  kind: "placeholders",
  pattern: String.raw`\$ARGUMENTS\[(\d+)\]|\$ARGUMENTS|\$(\d)(?!\d)`,
  base: 0,
};

test("a grammar may number from 0 and know more than one form", () => {
  expect(substitute(indexed, "$ARGUMENTS[1] of $ARGUMENTS: $0, $9|$10", ["x", "y"])).toBe("y of x y: x, |$10");
});

test("no grammar, no change", () => {
  expect(substitute({ kind: "none" }, "$1 $ARGUMENTS", ["a"])).toBe("$1 $ARGUMENTS");
});

const tricky = fc.oneof(fc.string(), fc.constantFrom("$1", "$ARGUMENTS", "$&", "$$", "$`", "$'", "$<index>"));

test("nothing an argument says is expanded, whatever it says", () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 9 }), (args) => {
      const all = substitute(keen.substitution, "[$ARGUMENTS]", args);
      const each = substitute(keen.substitution, "<$1><$2><$3>", args);
      expect(all).toBe(`[${args.join(" ")}]`);
      expect(each).toBe(`<${args[0] ?? ""}><${args[1] ?? ""}><${args[2] ?? ""}>`);
    }),
  );
});
