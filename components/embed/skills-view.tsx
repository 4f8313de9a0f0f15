import { CornerRightDown, X } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { WhyDetails } from "#components/skills/fetched-why.tsx";
import detailStyles from "#components/skills/skill-details.module.css";
import { groupSkills, type LoadedSkill, type SkillGroups } from "#components/skills/skill-groups.ts";
import { useFreshSession } from "#components/skills/why/use-explanation.ts";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useVerdict } from "#components/workspace/use-verdict.ts";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { useActions, useWorkspace, useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { formatCount } from "#lib/format-count.ts";
import { noticeText } from "#lib/harness/notice-text.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Candidate } from "#lib/harness/vocabulary/skill.ts";
import { isBundled } from "#lib/stage/place.ts";
import { dirname } from "#lib/vfs/paths.ts";
import styles from "./embed-view.module.css";
import { HarnessSelect, SourceName, ViewHead } from "./view-head.tsx";

/** Rows drawn until a person asks for all. */
const drawnAtFirst = 40;

/** Every skill of the source, and what the harness makes of it. `note`: shown before the list. */
export function SkillsView({ note }: { note?: ReactNode }) {
  const view = useWorkspaceInSlices((state) => state.view);
  const profile = useWorkspaceInSlices(({ profileId }) => profileById(profileId));
  const groups = useMemo(
    () => ofTheSource(groupSkills(view), (location) => isBundled(profile, location)),
    [view, profile],
  );
  const { headline } = useVerdict();
  const rows = useMemo(() => rowsOf(groups), [groups]);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? rows : rows.slice(0, drawnAtFirst);
  return (
    <>
      <ViewHead title={<SourceName />} tools={<HarnessSelect />}>
        <strong>{headline}</strong> <WaySwitch />
      </ViewHead>
      {note && <p className={styles.note}>{note}</p>}
      {rows.length === 0 && (
        <EmptyState title="No skill in these files">
          There is no SKILL.md at any depth, so no harness would find one.
        </EmptyState>
      )}
      <ul role="list" aria-label="Skills" className={styles.rows}>
        {shown.map((row) => (
          <SkillRow key={row.location} {...row} />
        ))}
      </ul>
      {rows.length > shown.length && (
        <p className={styles.more}>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatCount(rows.length)}
          </Button>
        </p>
      )}
    </>
  );
}

/** Drops bundled skills, which are not part of the source. */
function ofTheSource(groups: SkillGroups, isOther: (location: string) => boolean): SkillGroups {
  const loaded = (skills: readonly LoadedSkill[]) => skills.filter(({ skill }) => !isOther(skill.location));
  const lost = (candidates: readonly Candidate[]) => candidates.filter(({ location }) => !isOther(location));
  return {
    loaded: loaded(groups.loaded),
    off: loaded(groups.off),
    rejected: lost(groups.rejected),
    shadowed: lost(groups.shadowed),
    outside: lost(groups.outside),
  };
}

interface Row {
  readonly location: string;
  readonly name: string;
  readonly text: string;
  readonly mark: "listed" | "quiet" | "rejected" | "lost";
  /** The mark in words. */
  readonly said: string;
  /** Tokens of its row in the catalog. */
  readonly tokens?: number;
  readonly candidate: Candidate;
}

function rowsOf({ loaded, off, rejected, shadowed, outside }: SkillGroups): readonly Row[] {
  return [
    ...loaded.map((skill) =>
      loadedRow(skill, skill.row === undefined ? "loaded, the model is not told" : "in the catalog"),
    ),
    ...rejected.map((candidate) => lostRow(candidate, "rejected")),
    ...off.map((skill) => loadedRow(skill, "off")),
    ...shadowed.map((candidate) => lostRow(candidate, "shadowed")),
    ...outside.map((candidate) => lostRow(candidate, "not found")),
  ];
}

function loadedRow({ skill, row, candidate }: LoadedSkill, said: string): Row {
  const isListed = said === "in the catalog";
  return {
    location: skill.location,
    name: skill.name,
    text: skill.description,
    mark: isListed ? "listed" : "quiet",
    said,
    ...(isListed && row !== undefined && { tokens: sampleTokens(row) }),
    candidate,
  };
}

function lostRow(candidate: Candidate, said: string): Row {
  const { location, folder, skill, outcome, notices } = candidate;
  const first = notices.find(({ severity }) => severity === "error") ?? notices[0];
  const reason = first && outcome.kind !== "outside" ? noticeText(first).title : `in ${dirname(location)}`;
  return {
    location,
    name: skill?.name ?? folder,
    text: outcome.kind === "shadowed" ? `by ${dirname(outcome.by)}` : reason,
    mark: outcome.kind === "rejected" ? "rejected" : "lost",
    said,
    candidate,
  };
}

/** One skill in two lines; unfolded, the whole description and why the harness treats it this way. */
function SkillRow({ location, name, text, mark, said, tokens, candidate }: Row) {
  const { openFile } = useActions();
  const [isOpen, setOpen] = useState(false);
  const isLost = mark === "rejected" || mark === "lost";
  return (
    <li>
      <details className={styles.row} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>
          <RowMark mark={mark} />
          <VisibleName as="span" className={styles.name} text={name} />
          <span className={isLost ? styles.word : "unseen"}>{said}</span>
          {tokens !== undefined && (
            <span className={styles.tokens} title="Tokens of its catalog line, about; sent with every message">
              ≈{tokens} tokens
            </span>
          )}
          <VisibleName as="span" className={styles.text} text={text} form="text" />
        </summary>
        {isOpen && (
          <div className={styles.unfolded}>
            {isLost ? (
              <div className={detailStyles.details}>
                <WhyDetails candidate={candidate} />
              </div>
            ) : (
              <Button size="small" onClick={() => openFile(location)}>
                Open SKILL.md
              </Button>
            )}
          </div>
        )}
      </details>
    </li>
  );
}

function RowMark({ mark }: Pick<Row, "mark">) {
  if (mark === "rejected") return <X size={14} strokeWidth={2.5} aria-hidden className={styles.cross} />;
  if (mark === "lost") return <CornerRightDown size={13} aria-hidden className={styles.down} />;
  return <span className={`${styles.dot} ${styles[mark]}`} aria-hidden="true" />;
}

/** The skill in the address, or the only skill; `undefined` where that is ambiguous. */
export function useChosenSkill(): Candidate | undefined {
  const location = useWorkspace((state) => state.selection.skill);
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const { candidates } = useFreshSession().discovery;
  const chosen = candidates.find((one) => one.location === location);
  if (chosen) return chosen;
  const own = candidates.filter((one) => !isBundled(profile, one.location));
  return own.length === 1 ? own[0] : undefined;
}
