import { type Failure, ignoreFailure } from "#lib/failure.ts";
import type { FailureText } from "./words.ts";

/** For a page that could not fetch a part of itself: mostly the words for its failures are then out of reach, too. */
const unfetched: FailureText = {
  title: "The page did not load",
  what: "A part of this page could not be fetched.",
  safe: "",
  next: "Check that you are online, and try again.",
};

const fetchWords = async () => (await import("#lib/failure-text.ts")).failureParts;

/** A failure's words, which are fetched when they are first needed. */
export async function fetchedParts(failure: Failure, fetch = fetchWords): Promise<FailureText> {
  const failureParts = await fetch().catch(ignoreFailure);
  return failureParts?.(failure) ?? unfetched;
}
