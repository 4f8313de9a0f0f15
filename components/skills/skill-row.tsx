import { memo, useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { TryIt } from "#components/workspace/try-it.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { firstSentence } from "#lib/skills/first-sentence.ts";
import { WhyDetails } from "./fetched-why.tsx";
import { LoadedDetails } from "./loaded-details.tsx";
import detailStyles from "./skill-details.module.css";
import { isListed } from "./skill-groups.ts";
import styles from "./skill-row.module.css";
import type { ListedSkill } from "./skill-sections.ts";
import { StateMark, StateTag } from "./skill-state.tsx";

interface SkillRowProps {
  readonly listed: ListedSkill;
  readonly isSelected: boolean;
  /** Whether the model has read the skill's SKILL.md in this conversation. */
  readonly isActivated: boolean;
}

/** Compares what a row shows: switching one skill makes a new view, but all other rows are unchanged. */
function isSameRow(a: SkillRowProps, b: SkillRowProps): boolean {
  const [one, other] = [a.listed, b.listed];
  return (
    a.isSelected === b.isSelected &&
    a.isActivated === b.isActivated &&
    one.word === other.word &&
    one.heading === other.heading &&
    one.said === other.said &&
    one.pending === other.pending &&
    one.candidate === other.candidate &&
    one.text === other.text &&
    one.loaded?.skill === other.loaded?.skill &&
    one.loaded?.state === other.loaded?.state &&
    one.loaded?.row === other.loaded?.row &&
    one.loaded?.verdict === other.loaded?.verdict &&
    one.loaded?.cut?.told === other.loaded?.cut?.told
  );
}

/**
 * A skill, loaded or not: its description, its state, and what can be done about that. The row's name starts with the skill's name, which
 * tests and screen readers rely on. When selected, it unfolds; for a skill that is not loaded, to the reason.
 */
export const SkillRow = memo(function SkillRow({ listed, isSelected, isActivated }: SkillRowProps) {
  const { selectSkill } = useActions();
  const { location, name, text, word, heading, said = "", loaded } = listed;
  const isQuiet = !loaded || loaded.state === "off";
  return (
    <li className={isSelected ? styles.selected : undefined} data-heading={heading}>
      <button
        type="button"
        className={`${styles.layout} ${styles.row}`}
        aria-expanded={isSelected}
        onClick={() => selectSkill(isSelected ? undefined : location)}
      >
        <span className={`${styles.name} ${isQuiet ? styles.faint : ""}`} title={visibleName(name)}>
          {said !== "" && <VisibleName as="span" className={styles.said} text={said} />}
          <VisibleName text={name.slice(said.length)} />
        </span>
        <StateMark listed={listed} isActivated={isActivated} className={styles.mark} />
        <span className="unseen">, </span>
        <span className={styles.aside}>
          {word === "loaded" ? <span className={styles.tokens}>{word}</span> : <StateTag word={word} />}
          {loaded && isListed(loaded) && loaded.row !== undefined && (
            <span className={styles.tokens} title="About how many tokens its catalog entry adds to every message">
              ≈{sampleTokens(loaded.row)}
            </span>
          )}
        </span>
        {!isSelected && (
          <VisibleName
            as="span"
            className={styles.text}
            title={visibleName(text, "text")}
            text={firstSentence(text)}
            form="text"
          />
        )}
      </button>
      {!isSelected && <QuickAction listed={listed} />}
      {isSelected && <Details listed={listed} />}
    </li>
  );
}, isSameRow);

/** The most likely next action. Always in sight for a skill that is not loaded, otherwise only while pointed at or focused. */
function QuickAction({ listed: { location, name, loaded, pending, candidate } }: { listed: ListedSkill }) {
  const { reloadSkills, selectSkill } = useActions();
  const isReadOnly = useReadOnlyTab();
  if (pending)
    return (
      <span className={styles.quick}>
        <Button
          size="small"
          aria-label={visibleName(`Reload for ${name}`)}
          disabled={isReadOnly}
          onClick={() => void reloadSkills()}
        >
          Reload
        </Button>
      </span>
    );
  if (loaded?.state === "off") return null;
  if (loaded)
    return (
      <span className={`${styles.quick} ${styles.whenPointed}`}>
        <TryIt isLoaded location={location} name={name} />
      </span>
    );
  return (
    <span className={styles.quick}>
      {candidate.outcome.kind === "outside" ? (
        <TryIt location={location} name={name} />
      ) : (
        <Button size="small" aria-label={visibleName(`Why? ${name}`)} onClick={() => selectSkill(location)}>
          Why?
        </Button>
      )}
    </span>
  );
}

/** The row's details. A skill may be selected from elsewhere, so this scrolls its row into sight. */
function Details({ listed: { candidate, loaded } }: { listed: ListedSkill }) {
  const details = useRef<HTMLDivElement>(null);
  useEffect(() => {
    details.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={details} className={detailStyles.details}>
      {loaded ? <LoadedDetails loaded={loaded} /> : <WhyDetails candidate={candidate} />}
    </div>
  );
}
