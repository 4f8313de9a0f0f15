import { CornerRightDown, X } from "lucide-react";
import { memo, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Button } from "#components/ui/button.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { TryIt } from "#components/workspace/try-it.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { noticeText } from "#lib/harness/notice-text.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { dirname } from "#lib/vfs/paths.ts";
import styles from "./skill-row.module.css";

/** Explaining needs every reader of every harness: fetched when the first row is opened. */
const WhyDetails = fetchedPart(async () => (await import("./why-details.tsx")).WhyDetails);

/**
 * A SKILL.md that the harness does not offer: which, why, and the way to the line that decides. One that is selected from
 * elsewhere opens, and comes into sight.
 */
export const LostSkillRow = memo(function LostSkillRow({ candidate }: { candidate: Candidate }) {
  const { openFile, selectSkill } = useActions();
  const { isSelected, isOpen, isOpening, setOpen, row } = useOpenRow(candidate.location);
  const { location, folder, skill, outcome, notices } = candidate;
  const name = skill?.name ?? folder;
  const isRejected = outcome.kind === "rejected";
  const [first] = notices;
  function toggle() {
    if (!isOpen) selectSkill(location);
    else if (isSelected) selectSkill(undefined);
    setOpen(!isOpen);
  }
  return (
    <li ref={row}>
      <div className={styles.lost}>
        <span className={`${styles.name} ${isRejected ? "" : styles.faint}`} title={visibleName(name)}>
          <VisibleName text={name} />
          {folder !== name && <code> {folder}</code>}
        </span>
        {isRejected ? (
          <X size={14} strokeWidth={2.5} aria-hidden className={styles.cross} />
        ) : (
          <CornerRightDown size={13} aria-hidden className={`${styles.cross} ${styles.down}`} />
        )}
        <span className={styles.aside}>
          {outcome.kind === "outside" && <TryIt location={location} name={name} />}
          {isRejected && <Tag tone="bad">not loaded</Tag>}
          {outcome.kind === "shadowed" && <Tag>{outcome.kind}</Tag>}
        </span>
        <div className={styles.why}>
          {lostReason(candidate)} ·{" "}
          {isRejected && (
            <>
              <Button
                variant="link"
                aria-label={visibleName(`Fix ${name}`)}
                onClick={() => openFile(first?.path ?? location, first?.line)}
              >
                Fix
              </Button>{" "}
              ·{" "}
            </>
          )}
          <Button variant="link" aria-expanded={isOpen} aria-label={visibleName(`Why? ${name}`)} onClick={toggle}>
            Why?
          </Button>
        </div>
      </div>
      {isOpening && <LateStatus>Fetching the rules …</LateStatus>}
      {isOpen && <WhyDetails candidate={candidate} />}
    </li>
  );
});

function useOpenRow(location: string) {
  const isSelected = useWorkspace(({ selection }) => selection.skill === location);
  const [isOpen, setOpen] = useState(false);
  const [isOpening, startOpening] = useTransition();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) startOpening(() => setOpen(true));
  }, [isSelected]);
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen]);
  return { isSelected, isOpen, isOpening, setOpen: (open: boolean) => startOpening(() => setOpen(open)), row };
}

/** Why a candidate is not offered, as one clause. */
function lostReason({ outcome, location, notices }: Candidate): ReactNode {
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
        {outcome.awaits !== undefined && (
          <>
            not before a file in <VisibleName text={outcome.awaits} /> is touched,{" "}
          </>
        )}
        in{" "}
        <code>
          <VisibleName text={dirname(location)} />
        </code>
      </>
    );
  }
  const first = notices.find(({ severity }) => severity === "error") ?? notices[0];
  return first ? noticeText(first).title : "this harness leaves it out";
}
