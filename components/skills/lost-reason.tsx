import type { ReactNode } from "react";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { noticeText } from "#lib/harness/notice-text.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { dirname } from "#lib/vfs/paths.ts";

/** Why a candidate is not offered, as one clause. */
export function lostReason({ outcome, location, notices }: Candidate): ReactNode {
  if (outcome.kind === "shadowed") {
    return (
      <>
        by <code>{dirname(outcome.by)}</code>
      </>
    );
  }
  if (outcome.kind === "outside") {
    return (
      <>
        in{" "}
        <code>
          <VisibleName text={dirname(location)} />
        </code>
      </>
    );
  }
  const first = notices.find(({ severity }) => severity === "error") ?? notices[0];
  return first ? noticeText(first).title : "a rule of this harness leaves it out";
}
