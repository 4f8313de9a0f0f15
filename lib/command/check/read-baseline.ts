import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { UsageError } from "../console.ts";
import type { Baseline } from "./baseline.ts";

const entry = z.strictObject({
  code: z.string(),
  path: z.string(),
  /** Of the rule, the path and the text it is about, without its line: lines move. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  count: z.int().positive(),
});
const shape = z.strictObject({ version: z.literal(1), findings: z.array(entry) });

/** @throws UsageError where the file is none that this version has written; the file system's error where there is none */
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
