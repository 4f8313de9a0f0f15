import { isWarning } from "./intent.ts";
import { visible } from "./patterns.ts";
import type { Hit, TrustRule } from "./rule.ts";
import { shownEnd } from "./secret-shapes.ts";

/** Keys and passwords that were left in a file. */
export const secrets: TrustRule = {
  code: "secret",
  title: "A key or password",
  why: "Anyone with the repository has it. Its owner should revoke it.",
  level: "alarm",
  *find(file) {
    for (const secret of file.secrets) {
      const { of, from, start, end } = secret;
      const line = file.lineAt(from);
      const shown = visible(file.text.slice(from, shownEnd(secret))).slice(0, 80);
      const hit: Hit = {
        line,
        excerpt: `${shown}… (${end - start} characters)`,
        says: `A key of the shape of ${of}`.replace("of the shape of a ", "of a "),
      };
      yield isWarning(file, line) ? { ...hit, level: "look" } : hit;
    }
  },
};
