import type { Failure } from "./failure.ts";
import { acceptingTexts } from "./failure-text/accepting.ts";
import { keepingTexts } from "./failure-text/keeping.ts";
import { modelTexts } from "./failure-text/models.ts";
import { repositoryTexts } from "./failure-text/repositories.ts";
import { roomTexts } from "./failure-text/rooms.ts";
import { allOf, type FailureText, type Texts, workspaceSafe } from "./failure-text/words.ts";
import { formatCount } from "./format-count.ts";

const texts: Texts<Failure> = {
  ...repositoryTexts,
  ...acceptingTexts,
  ...keepingTexts,
  ...modelTexts,
  ...roomTexts,
  cancelled: () => ({
    title: "Cancelled",
    what: "You stopped this before it was done.",
    safe: workspaceSafe,
    next: "Start again whenever you like.",
  }),
};

/** The words for `failure`, part by part. Times are in the reader's time zone. */
export function failureParts(failure: Failure): FailureText {
  // The compiler cannot see that a code selects the entry made for it.
  const word = texts[failure.code] as (failure: Failure) => FailureText;
  return word(failure);
}

/** The words for `failure` as one paragraph: what happened, what is safe, what to do. */
export function failureText(failure: Failure): string {
  const { what, safe, next } = failureParts(failure);
  return `${what} ${safe} ${next}`;
}

/** What a read-only tab says: another tab saves the workspace. */
export const readOnlyTabText = "This workspace is open in another tab. Take over to edit it here.";

/** The text about sources whose files this browser has lost: what happened, what is safe, what to do. */
export function missingText(labels: readonly string[], fetching: "under way" | "failed" | "impossible"): string {
  const gone = `The files of ${allOf(labels)} are gone from this browser`;
  if (fetching === "under way") return `${gone} and are being downloaded again. Your own changes are saved.`;
  if (fetching === "failed")
    return `${gone} and could not be downloaded. Everything else is saved, your changes included. Try again when you are online.`;
  return `${gone} and exist nowhere else. Everything else is saved, your changes included. Add the same files again.`;
}

/** The sentence about a source of which some files have not arrived. */
export function pendingText(label: string, count: number, failure: Failure): string {
  const files = count === 1 ? "One file" : `${formatCount(count)} files`;
  const why = failure.code === "cancelled" ? "you stopped it" : failureParts(failure).title.toLowerCase();
  return `${files} of ${label} ${count === 1 ? "is" : "are"} missing: ${why}. Everything else works.`;
}
