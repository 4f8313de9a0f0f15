import "#lib/zod-jitless.ts";
import * as z from "zod/mini";

// The fields of a workspace file's manifest, which anyone may have written.

export const text = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    z.refine((one) => one.isWellFormed()),
  );

/** A text that meets a rule. */
export const ruled = (rule: (one: string) => boolean) => z.string().check(z.refine(rule));

/** A list that is checked only up to its first wrong element: a file may hold millions of them. */
export const list = (isRight: (one: unknown) => boolean, longest = Number.POSITIVE_INFINITY) =>
  z.custom<readonly string[]>(
    (value) => Array.isArray(value) && value.length <= longest && value.every((one) => isRight(one)),
  );

/** A list whose elements are checked only where it is no longer than `longest`. */
export function few<Schema extends z.core.$ZodType>(schema: Schema, longest: number) {
  return z.pipe(
    z.custom<z.core.input<Schema>[]>((value) => Array.isArray(value) && value.length <= longest),
    z.array(schema),
  );
}
