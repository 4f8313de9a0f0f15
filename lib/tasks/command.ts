import { FailureError } from "#lib/failure.ts";
import { failureText } from "#lib/failure-text.ts";

/** What a person typed asks for something that there is not. */
export class UsageError extends Error {}

/** Runs a command, which resolves to its exit code. What it throws is told in a sentence, and ends it with 2. */
export async function runCommand(main: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await main();
  } catch (caught) {
    process.exitCode = 2;
    if (caught instanceof FailureError) console.error(failureText(caught.failure));
    else if (caught instanceof Error) console.error(caught.message);
    else throw caught;
  }
}
