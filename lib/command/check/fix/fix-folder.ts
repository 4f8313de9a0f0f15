import { createInterface } from "node:readline/promises";
import { plural } from "#lib/format-count.ts";
import type { FileChange } from "#lib/share/changes/file-change.ts";
import { formatPatch } from "#lib/share/changes/patch.ts";
import type { Snapshot } from "#lib/vfs/snapshot.ts";
import type { Config } from "../../config.ts";
import { harmlessText, UsageError } from "../../console.ts";
import { type Output, remark } from "../../output.ts";
import { planFixes } from "./plan-fixes.ts";
import { writeFixes } from "./write-fixes.ts";

interface FixOptions {
  readonly config: Config;
  /** Whether the person has agreed in advance (`--yes`). */
  readonly isAgreed: boolean;
  /** Path of the folder in its repository. */
  readonly prefix: string;
  readonly output: Output;
}

/**
 * Applies quick fixes, after showing them: asks a person at a terminal; elsewhere writes nothing without `isAgreed`.
 * @returns whether the check may continue; otherwise the changes were the requested output, and have been printed
 */
export async function fixFolder(folder: string, snapshot: Snapshot, options: FixOptions): Promise<boolean> {
  const { config, isAgreed, prefix, output } = options;
  const { changes, keptBack } = await planFixes(snapshot, config);
  if (keptBack.length > 0)
    remark(output, `Not changed, as what mends it for one harness breaks it for another: ${keptBack.join(", ")}.`);
  if (changes.length === 0) {
    remark(output, "There is nothing to fix.");
    return true;
  }
  const count = plural(changes.length, "file");
  const diff = harmlessText(await diffOf(changes, prefix));
  const isAsked = !isAgreed && process.stdin.isTTY === true && process.stderr.isTTY === true;
  if (!isAgreed && !isAsked) {
    if (output.format !== "text")
      throw new UsageError("Without --yes, --fix shows the changes and no check: leave the format out, or say --yes.");
    process.stdout.write(diff);
    remark(output, `${count} would change, and nothing was written: --yes writes it.`);
    return false;
  }
  if (isAsked) process.stderr.write(diff);
  if (isAsked && !(await agrees(count))) {
    remark(output, "Nothing was written.");
    return true;
  }
  writeFixes(folder, changes);
  remark(output, `Fixed ${count}.`);
  return true;
}

async function diffOf(changes: readonly FileChange[], prefix: string): Promise<string> {
  const named = changes.map(({ path, from, ...change }) => ({
    ...change,
    path: prefix + path,
    ...(from !== undefined && { from: prefix + from }),
  }));
  return new TextDecoder().decode(await formatPatch(named));
}

async function agrees(count: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`Write these changes to ${count}? (y/N) `)).trim());
  } finally {
    lines.close();
  }
}
