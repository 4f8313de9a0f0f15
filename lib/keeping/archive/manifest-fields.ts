import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";

// The fields of a workspace file's manifest, which anyone may have written.

export const text = (longest: number) =>
  z.string().check(
    z.maxLength(longest),
    z.refine((one) => one.isWellFormed()),
  );

/** A text that keeps to a rule. */
export const ruled = (rule: (one: string) => boolean) => z.string().check(z.refine(rule));

/** A list that is looked at up to its first wrong element only: a file may hold millions of wrong ones. */
export const list = (isRight: (one: unknown) => boolean, longest = Number.POSITIVE_INFINITY) =>
  z.custom<readonly string[]>(
    (value) => Array.isArray(value) && value.length <= longest && value.every((one) => isRight(one)),
  );

/** A list that is looked at only where it is no longer than that. */
export function few<Schema extends z.core.$ZodType>(schema: Schema, longest: number) {
  return z.pipe(
    z.custom<z.core.input<Schema>[]>((value) => Array.isArray(value) && value.length <= longest),
    z.array(schema),
  );
}
