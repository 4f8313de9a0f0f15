import { memo, useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { TryIt } from "#components/workspace/try-it.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { sampleTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { failureParts } from "#lib/failure-text.ts";
import { formatCount, plural } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { SummaryCut } from "#lib/harness/vocabulary/catalog.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { stateWord } from "#lib/harness/vocabulary/states.ts";
import { firstSentence } from "#lib/skills/first-sentence.ts";
import { isBundled } from "#lib/stage/place.ts";
import { NoticeList } from "./notice-list.tsx";
import detailStyles from "./skill-details.module.css";
import { isListed, type LoadedSkill } from "./skill-groups.ts";
import styles from "./skill-row.module.css";
import { keptFrom, reachText, StateControl } from "./state-control.tsx";

interface LoadedSkillRowProps {
  readonly loaded: LoadedSkill;
  /** The harness that has loaded it. */
  readonly profile: Profile;
  readonly isSelected: boolean;
  /** Whether the model has got its SKILL.md in this conversation. */
  readonly isActivated: boolean;
  /** Whether it is what a person looks for by name: then it can be tried without being opened first. */
  readonly isFiltered: boolean;
  /** Heading above the row, where a new part of the list begins. */
  readonly heading?: string | undefined;
}

/** Compares what a row shows: switching one skill makes a new view, in which all other rows are unchanged. */
function isSameRow(a: LoadedSkillRowProps, b: LoadedSkillRowProps): boolean {
  const isSame = (key: keyof LoadedSkill) => a.loaded[key] === b.loaded[key];
  return (
    a.isSelected === b.isSelected &&
    a.isActivated === b.isActivated &&
    a.isFiltered === b.isFiltered &&
    a.heading === b.heading &&
    a.profile === b.profile &&
    isSame("skill") &&
    isSame("state") &&
    isSame("row") &&
    isSame("verdict") &&
    a.loaded.cut?.told === b.loaded.cut?.told &&
    isSame("candidate")
  );
}

/** A skill the harness has loaded. It starts with the skill's name, which tests and screen readers go by. */
export const LoadedSkillRow = memo(function LoadedSkillRow(props: LoadedSkillRowProps) {
  const { loaded, isSelected, isActivated, isFiltered, heading } = props;
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
        <RowTags loaded={loaded} profile={props.profile} />
        {!isSelected && (
          <span className={styles.text} title={visibleName(skill.description, "text")}>
            <VisibleName text={firstSentence(skill.description)} form="text" />
          </span>
        )}
      </button>
      {isFiltered && !isSelected && state !== "off" && (
        <span className={styles.quick}>
          <TryIt isLoaded location={skill.location} name={skill.name} />
        </span>
      )}
      {isSelected && <SkillDetails loaded={loaded} />}
    </li>
  );
}, isSameRow);

function RowTags({ loaded, profile }: Pick<LoadedSkillRowProps, "loaded" | "profile">) {
  const { skill, state, row, candidate } = loaded;
  const { states: rules } = profile;
  const kept = keptFrom(skill, row !== undefined);
  const notes = candidate.notices.length;
  return (
    <span className={styles.aside}>
      {isBundled(profile, skill.location) && <Tag title="Comes with the harness">bundled</Tag>}
      {notes > 0 && <Tag>{plural(notes, "note")}</Tag>}
      {state !== "off" && skill.hiddenFrom && <Tag title="Set in its frontmatter">{kept}</Tag>}
      {state === "off" && <Tag>{stateWord(rules, state)}</Tag>}
      {state === "on" && kept && !skill.hiddenFrom && loaded.verdict !== "left-out" && (
        <Tag title={kept}>{rules.kind === "levels" ? stateWord(rules, state) : kept}</Tag>
      )}
      <CutTag loaded={loaded} />
      {isListed(loaded) && row !== undefined && (
        <span className={styles.tokens} title="Tokens of its catalog entry, about; sent with every message">
          ≈{sampleTokens(row)}
        </span>
      )}
    </span>
  );
}

/** What of a skill the model is not told, though it is on. */
function CutTag({ loaded: { verdict, cut } }: { loaded: LoadedSkill }) {
  if (verdict === "left-out") return <Tag tone="bad">no room</Tag>;
  if (verdict === "waiting") return <Tag title="Told once a matching file is touched">waiting</Tag>;
  if (!cut) return null;
  return <Tag title={cutText(cut)}>{verdict === "named" ? "name only" : "cut"}</Tag>;
}

function cutText({ told, of }: SummaryCut): string {
  if (told === 0) return "The model is told its name only";
  return `The model is told ${formatCount(told)} of the ${formatCount(of)} characters of its description`;
}

interface Mark {
  readonly dot: "active" | "listed" | "cut" | "none";
  readonly text: string;
}

function markOf(loaded: LoadedSkill, isActivated: boolean): Mark {
  if (isActivated) return { dot: "active", text: "activated in this conversation" };
  if (loaded.verdict === "cut") return { dot: "cut", text: "in the catalog, description cut" };
  if (loaded.verdict === "named") return { dot: "cut", text: "in the catalog by name only" };
  if (loaded.verdict === "left-out") return { dot: "none", text: "not in the catalog: no room" };
  if (loaded.verdict === "waiting") return { dot: "none", text: "not in the catalog until a matching file is touched" };
  if (isListed(loaded)) return { dot: "listed", text: "in the catalog" };
  return { dot: "none", text: loaded.state === "off" ? "off" : "not in the catalog" };
}

/** What can be done with a loaded skill, in sight however long its description is, and what is known of it. */
function SkillDetails({ loaded: { skill, state, candidate, cut, verdict } }: { loaded: LoadedSkill }) {
  const { openFile } = useActions();
  const details = useRef<HTMLDivElement>(null);
  // A skill may be selected from elsewhere, far down a long list.
  useEffect(() => {
    details.current?.closest("li")?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={details} className={detailStyles.details}>
      <div className={detailStyles.tools}>
        <Button size="small" onClick={() => openFile(skill.location)}>
          Open SKILL.md
        </Button>
        {state !== "off" && <TryIt isLoaded location={skill.location} name={skill.name} />}
        <StateControl skill={skill} state={state} />
        <SaveSkill location={skill.location} />
      </div>
      <p>{skill.description || <em>No description: the model sees only the name.</em>}</p>
      <p className={detailStyles.place} title={visibleName(skill.location)}>
        <code>
          <VisibleName text={skill.location} />
        </code>
      </p>
      <Reach skill={skill} state={state} />
      {cut && <p>{cutText(cut)}.</p>}
      {verdict === "waiting" && (
        <p>
          The model is told of it after it reads or changes a file like <code>{skill.paths?.join(", ")}</code>.
        </p>
      )}
      {verdict === "left-out" && <p>The catalog has no room for it: the model is not told of it.</p>}
      {candidate && candidate.notices.length > 0 && <NoticeList notices={candidate.notices} />}
    </div>
  );
}

/** Saves the skill's folder as a file that sites take; where one would refuse it, says why. */
function SaveSkill({ location }: { location: string }) {
  const { exportSkill, skillObjections } = useActions();
  const [objections, setObjections] = useState<readonly string[]>([]);
  const { busy, failure, start } = useDownload((options) => exportSkill(location, options));
  async function save() {
    const found = await skillObjections(location);
    setObjections(found);
    if (found.length === 0) await start();
  }
  return (
    <>
      <Button size="small" aria-disabled={busy} onClick={() => !busy && void save()}>
        {busy ? "Saving…" : "Save as .skill"}
      </Button>
      <span role="status" className={detailStyles.refused}>
        {objections.length > 0 && `Not saved, because a site would refuse it. ${objections.join(" ")}`}
        {failure && failureParts(failure).what}
      </span>
    </>
  );
}

const hiddenFromWords = { model: "the model", person: "the person", both: "the model and the person" } as const;

/** What a state between on and off comes to, and whom the skill is kept from. */
function Reach({ skill, state }: Pick<LoadedSkill, "skill" | "state">) {
  const text = useWorkspace(({ profileId }) => reachText(profileById(profileId).states, state));
  return (
    <>
      {text && <p>{text}.</p>}
      {skill.hiddenFrom && <p>Its frontmatter hides it from {hiddenFromWords[skill.hiddenFrom]}.</p>}
    </>
  );
}
