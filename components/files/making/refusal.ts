import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";

/** Why a file could not be created or moved, in a sentence. */
export function refusalText(failure: Failure): string {
  if (failure.code === "name-refused") return `A file cannot be created at ${failure.path}: ${failure.reason}.`;
  return failureParts(failure).what;
}

/** Runs `work`; resolves to its failure, or `undefined` on success. */
export async function tried(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (caught) {
    return failureOrThrow(caught);
  }
}
