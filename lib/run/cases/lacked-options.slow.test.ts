import { expect, it } from "vitest";
import { lackedOptions } from "#lib/skills/scripts/lacked-options.ts";
import { shellOver } from "../sandbox/run-fixture.ts";

/** What programs say of an option that they do not have. */
const refusal =
  /invalid option|unrecognized option|not possible here|unknown (?:option|predicate)|illegal option|not known|not supported|unsupported/i;

it("names options only that the page's programs refuse", { timeout: 120_000 }, async () => {
  const taken: string[] = [];
  for (const [name, option] of lackedOptions) {
    const { run } = shellOver({ "/workspace/a": "b\n" });
    const { err } = await run(name === "find" ? `find . ${option} 1 ';'` : `${name} ${option} 1 a </dev/null`);
    if (!refusal.test(err)) taken.push(`${name} ${option}: ${err}`);
  }
  expect(taken).toEqual([]);
});
