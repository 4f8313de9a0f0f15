import { ChevronDown, ChevronRight, CornerUpRight, Ellipsis } from "lucide-react";
import { useCallback } from "react";
import { useModelReads } from "#components/skills/use-model-reads.ts";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { skillFileAt } from "#lib/chat/reads.ts";
import styles from "./file-tree.module.css";
import type { TreeRow } from "./visible-rows.ts";

interface FileTreeRowProps {
  readonly id: string;
  readonly row: TreeRow;
  /** Pixels from the tree's top. */
  readonly top: number;
  /** Whether it is the keyboard's current row. */
  readonly isCurrent: boolean;
  /** Whether its file is open. */
  readonly isShown: boolean;
  readonly tier: FileTier | undefined;
  /** Whether it has unsaved edits. */
  readonly isTyped: boolean;
  /** Whether it differs from its source. */
  readonly isChanged: boolean;
  readonly onChoose: () => void;
  /** Opens the context menu at the pointer. */
  readonly onMenu: (pointer: Pick<MouseEvent, "clientX" | "clientY">) => void;
}

export function FileTreeRow(props: FileTreeRowProps) {
  const { id, row, top, isCurrent, isShown, tier, isTyped, isChanged, onChoose, onMenu } = props;
  const { name, kind, level, isOpen, position, siblings } = row;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keyboard for all of its rows
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays on the tree
    <div
      id={id}
      role="treeitem"
      aria-label={visibleName(name)}
      aria-description={descriptionOf(tier, isTyped, isChanged)}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={kind === "folder" ? isOpen : undefined}
      aria-selected={isShown}
      title={visibleName(row.path)}
      className={`${styles.row} ${isCurrent ? styles.current : ""} ${isShown ? styles.shown : ""}`}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 8 + (level - 1) * 14 }}
      onClick={onChoose}
      onContextMenu={(event) => {
        event.preventDefault();
        onMenu(event);
      }}
    >
      {kind === "folder" ? <Arrow isOpen={isOpen} /> : <span className={styles.arrow} />}
      <VisibleName as="span" className={styles.name} text={name} />
      {kind === "link" && <CornerUpRight size={12} aria-hidden />}
      {isTyped && <span aria-hidden="true" title="Not saved" className={styles.typed} />}
      {isChanged && <span aria-hidden="true" title="Changed by you" data-mark="M" className={styles.changed} />}
      {tier && (
        <span
          aria-hidden="true"
          data-tier={tier.tier}
          title={tier.isRead ? "Read by the model in this conversation" : undefined}
          className={`${styles.tier} ${styles[`tier${tier.tier}`]} ${tier.isRead ? styles.read : ""}`}
        />
      )}
      {/* For the pointer only: the tree itself handles the keyboard. */}
      <span
        aria-hidden="true"
        title="File actions"
        className={styles.more}
        onClick={(event) => {
          event.stopPropagation();
          onMenu(event);
        }}
      >
        <Ellipsis size={14} />
      </span>
    </div>
  );
}

function descriptionOf(tier: FileTier | undefined, isTyped: boolean, isChanged: boolean): string | undefined {
  const parts = [
    tier && `tier ${tier.tier}`,
    tier?.isRead && "read by the model",
    isTyped && "not saved",
    isChanged && "changed by you",
  ];
  return parts.filter(Boolean).join(", ") || undefined;
}

function Arrow({ isOpen }: { isOpen: boolean }) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return <Icon size={13} aria-hidden className={styles.arrow} />;
}

export interface FileTier {
  readonly tier: 2 | 3;
  /** Whether the model has read the file in this conversation. */
  readonly isRead: boolean;
}

/** Returns a function that tells a file's tier: 2 for the SKILL.md of a loaded skill, 3 for the files below its folder, none elsewhere. */
export function useTierOf(): (path: string) => FileTier | undefined {
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  const reads = useModelReads();
  return useCallback(
    (path) => {
      const file = skillFileAt(path, skills);
      return file && { tier: file.tier, isRead: reads.has(path) };
    },
    [skills, reads],
  );
}
