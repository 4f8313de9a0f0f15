import { CornerRightDown, X } from "lucide-react";
import { memo, useEffect, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
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
import type { ListedSkill, StateWord } from "./skill-sections.ts";

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
        <StateMark listed={listed} isActivated={isActivated} />
        <span className="unseen">, </span>
        <span className={styles.aside}>
          {word === "loaded" ? <span className={styles.tokens}>{word}</span> : <StateTag word={word} />}
          {loaded && isListed(loaded) && loaded.row !== undefined && (
            <span className={styles.tokens} title="Tokens of its catalog entry, about; sent with every message">
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

const badWords: ReadonlySet<StateWord> = new Set(["rejected", "no room"]);

const wordTitles: Partial<Record<StateWord, string>> = {
  cut: "The model sees only the start of its description",
  "name only": "The model sees only its name",
  "no room": "No room in the catalog: the model does not see it",
  waiting: "Told once a matching file is touched",
  found: "Found; what the model is told of it is not documented",
  renamed: "Loaded under another name than its folder's",
  off: "Switched off",
  hidden: "Loaded, but hidden from the model",
  pending: "Changed since the last reload",
  warned: "Loaded, with a problem to fix",
  shadowed: "Another skill of its name comes first",
  "not found": "Not in a folder that this harness searches",
};

function StateTag({ word }: { word: StateWord }) {
  const title = wordTitles[word];
  return (
    <Tag tone={badWords.has(word) ? "bad" : "muted"} {...(title !== undefined && { title })}>
      {word}
    </Tag>
  );
}

/** The state as an icon in the margin; the text says it too. */
function StateMark({ listed: { loaded, candidate }, isActivated }: Omit<SkillRowProps, "isSelected">) {
  if (!loaded) {
    return candidate.outcome.kind === "rejected" ? (
      <X size={14} strokeWidth={2.5} aria-hidden className={styles.cross} />
    ) : (
      <CornerRightDown size={13} aria-hidden className={`${styles.cross} ${styles.down}`} />
    );
  }
  if (isActivated)
    return (
      <>
        <span className={`${styles.dot} ${styles.active}`} title="Read in this conversation" aria-hidden="true" />
        <span className="unseen">, read in this conversation</span>
      </>
    );
  const isCut = loaded.verdict === "cut" || loaded.verdict === "named";
  const dot = isCut ? styles.cut : isListed(loaded) ? styles.listed : styles.none;
  return <span className={`${styles.dot} ${dot}`} aria-hidden="true" />;
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
