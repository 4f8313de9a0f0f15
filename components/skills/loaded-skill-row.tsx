import { memo } from "react";
import { plural } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/text/visible-pieces.ts";
import { VisibleName } from "#components/ui/text/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { sampleTokens } from "#lib/chat/estimate-tokens.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { isBundled } from "#lib/workspace/tree/place.ts";
import { isListed, type LoadedSkill } from "./skill-groups.ts";
import styles from "./skill-row.module.css";
import { keptFrom, stateWord } from "./state-words.ts";
import { SkillDetails } from "./why/skill-details.tsx";

interface LoadedSkillRowProps {
  readonly loaded: LoadedSkill;
  readonly isSelected: boolean;
  /** Whether the model has got its SKILL.md in this conversation. */
  readonly isActivated: boolean;
  /** What is drawn above it, where a part of the list begins. */
  readonly heading?: string | undefined;
}

/** Switching one skill makes the view anew; the rows of the other 599 are as they were. */
function isSameRow(a: LoadedSkillRowProps, b: LoadedSkillRowProps): boolean {
  const isSame = (key: keyof LoadedSkill) => a.loaded[key] === b.loaded[key];
  return (
    a.isSelected === b.isSelected &&
    a.isActivated === b.isActivated &&
    a.heading === b.heading &&
    isSame("skill") &&
    isSame("state") &&
    isSame("row") &&
    isSame("candidate")
  );
}

/** A skill the harness has loaded. It starts with the skill's name, which tests and screen readers go by. */
export const LoadedSkillRow = memo(function LoadedSkillRow(props: LoadedSkillRowProps) {
  const { loaded, isSelected, isActivated, heading } = props;
  const { selectSkill } = useActions();
  const { skill, state } = loaded;
  const mark = markOf(loaded, isActivated);
  return (
    <li className={isSelected ? styles.selected : undefined} data-heading={heading}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isSelected}
        onClick={() => selectSkill(isSelected ? undefined : skill.location)}
      >
        <span className={`${styles.name} ${state === "off" ? styles.faint : ""}`} title={visibleName(skill.name)}>
          <VisibleName text={skill.name} />
        </span>
        <span className={`${styles.dot} ${styles[mark.dot]}`} title={mark.text} aria-hidden="true" />
        <span className="unseen">, {mark.text}</span>
        <RowTags loaded={loaded} />
        {!isSelected && (
          <span className={styles.text} title={visibleName(skill.description, "text")}>
            <VisibleName text={skill.description} form="text" />
          </span>
        )}
      </button>
      {isSelected && <SkillDetails loaded={loaded} />}
    </li>
  );
}, isSameRow);

function RowTags({ loaded }: { loaded: LoadedSkill }) {
  const { skill, state, row, candidate } = loaded;
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const { states: rules } = profile;
  const kept = keptFrom(skill, row !== undefined);
  const notes = candidate.notices.length;
  return (
    <span className={styles.aside}>
      {isBundled(profile, skill.location) && <Tag title="The harness brings it along">bundled</Tag>}
      {notes > 0 && <Tag>{plural(notes, "note")}</Tag>}
      {state !== "off" && skill.hiddenFrom && <Tag title="Its frontmatter says so">{kept}</Tag>}
      {state === "off" && <Tag>{stateWord(rules, state)}</Tag>}
      {state === "on" && kept && !skill.hiddenFrom && (
        <Tag title={kept}>{rules.kind === "levels" ? stateWord(rules, state) : kept}</Tag>
      )}
      {isListed(loaded) && row !== undefined && (
        <span className={styles.tokens} title="Tokens of its row in the catalog, about: sent with every message">
          ≈{sampleTokens(row)}
        </span>
      )}
    </span>
  );
}

function markOf(loaded: LoadedSkill, isActivated: boolean): { dot: "active" | "listed" | "none"; text: string } {
  if (isActivated) return { dot: "active", text: "activated in this conversation" };
  if (isListed(loaded)) return { dot: "listed", text: "in the catalog" };
  return { dot: "none", text: loaded.state === "off" ? "off" : "not in the catalog" };
}
