import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { UsageError } from "../console.ts";
import type { Baseline } from "./baseline.ts";

const entry = z.strictObject({
  code: z.string(),
  path: z.string(),
  /** Hash of the rule, the path and the text concerned, without the line number, because lines move. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  count: z.int().positive(),
});
const shape = z.strictObject({ version: z.literal(1), findings: z.array(entry) });

/** @throws UsageError if the file is no baseline of this version; the file system's error if it does not exist */
export function readBaseline(file: string): Baseline {
  const name = basename(file);
  const again = "Write it anew with --write-baseline.";
  const text = readFileSync(file, "utf8");
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (caught) {
    throw new UsageError(`The baseline ${name} cannot be read: ${(caught as Error).message}. ${again}`, {
      cause: caught,
    });
  }
  const parsed = shape.safeParse(read);
  if (parsed.success) return parsed.data;
  const isOther = parsed.error.issues.some(({ path }) => path[0] === "version");
  const why = isOther ? "is of another version of this program" : "is not what this program writes";
  throw new UsageError(`The baseline ${name} ${why}. ${again}`);
}
