import { type Failure, failureOf } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";

/** Why a file could not be put somewhere, in a sentence. */
export function refusalText(failure: Failure): string {
  if (failure.code === "name-refused") return `A file cannot be created at ${failure.path}: ${failure.reason}.`;
  return failureParts(failure).what;
}

/** What kept it from being done; `undefined` where it is. */
export async function tried(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (caught) {
    const failure = failureOf(caught);
    if (!failure) throw caught;
    return failure;
  }
}
