import { memo } from "react";
import { Tag } from "#components/ui/tag.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import { estimateTokens } from "#lib/chat/estimate-tokens.ts";
import { isInside } from "#lib/vfs/paths.ts";
import { bundledFolder } from "#lib/workspace/place.ts";
import { SkillDetails } from "./skill-details.tsx";
import type { LoadedSkill } from "./skill-groups.ts";
import styles from "./skill-row.module.css";

interface LoadedSkillRowProps {
  readonly loaded: LoadedSkill;
  readonly isSelected: boolean;
  /** Whether the model has got its SKILL.md in this conversation. */
  readonly isActivated: boolean;
}

/** Switching one skill makes the view anew; the rows of the other 599 are as they were. */
function isSameRow(a: LoadedSkillRowProps, b: LoadedSkillRowProps): boolean {
  const isSame = (key: keyof LoadedSkill) => a.loaded[key] === b.loaded[key];
  return (
    a.isSelected === b.isSelected &&
    a.isActivated === b.isActivated &&
    isSame("skill") &&
    isSame("state") &&
    isSame("row") &&
    isSame("candidate")
  );
}

/** A skill the harness has loaded. It starts with the skill's name, which tests and screen readers go by. */
export const LoadedSkillRow = memo(function LoadedSkillRow({ loaded, isSelected, isActivated }: LoadedSkillRowProps) {
  const { selectSkill } = useActions();
  const { skill, state, row, candidate } = loaded;
  const mark = markOf(loaded, isActivated);
  const warnings = candidate?.notices.length ?? 0;
  return (
    <li className={isSelected ? styles.selected : undefined}>
      <button
        type="button"
        className={styles.row}
        aria-expanded={isSelected}
        onClick={() => selectSkill(isSelected ? undefined : skill.location)}
      >
        <span className={`${styles.name} ${state === "off" ? styles.faint : ""}`}>{skill.name}</span>
        <span className={`${styles.dot} ${styles[mark.dot]}`} title={mark.text} aria-hidden="true" />
        <span className="unseen">, {mark.text}</span>
        <span className={styles.aside}>
          {isInside(bundledFolder, skill.location) && <Tag title="The harness brings it along">bundled</Tag>}
          {warnings > 0 && <Tag>{warnings === 1 ? "1 note" : `${warnings} notes`}</Tag>}
          {state === "off" && <Tag>off</Tag>}
          {state === "on" && row === undefined && <Tag>not in the catalog</Tag>}
          {row !== undefined && (
            <span className={styles.tokens} title="Tokens of its row in the catalog, about: sent with every message">
              ≈{estimateTokens(row)}
            </span>
          )}
        </span>
        {!isSelected && <span className={styles.text}>{skill.description}</span>}
      </button>
      {isSelected && <SkillDetails loaded={loaded} />}
    </li>
  );
}, isSameRow);

function markOf(
  { state, row }: LoadedSkill,
  isActivated: boolean,
): { dot: "active" | "listed" | "none"; text: string } {
  if (isActivated) return { dot: "active", text: "activated in this conversation" };
  if (row !== undefined) return { dot: "listed", text: "in the catalog" };
  return { dot: "none", text: state === "off" ? "off" : "not in the catalog" };
}
