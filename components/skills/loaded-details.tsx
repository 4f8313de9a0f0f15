import { useState } from "react";
import { ActionButton } from "#components/actions/action-button.tsx";
import { testPicks } from "#components/actions/harness-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { SaveButton } from "#components/workspace/save-button.tsx";
import { TryIt } from "#components/workspace/try-it.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { SummaryCut } from "#lib/harness/vocabulary/catalog.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import { WhyDetails } from "./fetched-why.tsx";
import styles from "./skill-details.module.css";
import { isListed, type LoadedSkill } from "./skill-groups.ts";
import { reachText, StateControl } from "./state-control.tsx";

/** Actions on a loaded skill, kept in sight however long its description is, and its details. */
export function LoadedDetails({ loaded }: { loaded: LoadedSkill }) {
  const { skill, state, candidate, cut, verdict } = loaded;
  const { openFile } = useActions();
  // Unfolded at first where the skill has a problem, or where a link asks for it.
  const [isWhy, setWhy] = useState(
    () => verdict !== "listed" || candidate.notices.length > 0 || parseLinkQuery(location.search).view === "why",
  );
  return (
    <>
      <div className={styles.tools}>
        <Button size="small" onClick={() => openFile(skill.location)}>
          Open SKILL.md
        </Button>
        {state !== "off" && <TryIt isLoaded location={skill.location} name={skill.name} />}
        <StateControl skill={skill} state={state} />
        {isListed(loaded) && <ActionButton action={testPicks} size="small" />}
        <SaveSkill location={skill.location} />
        <Button
          size="small"
          aria-expanded={isWhy}
          aria-label={visibleName(`Why? ${skill.name}`)}
          onClick={() => setWhy(!isWhy)}
        >
          Why?
        </Button>
      </div>
      {/* Directly below its button: a description may be longer than the panel. */}
      {isWhy && <WhyDetails candidate={candidate} />}
      <p>
        {skill.description ? (
          <VisibleName text={skill.description} form="text" />
        ) : (
          <em>No description: the model sees only the name.</em>
        )}
      </p>
      <p className={styles.place} title={visibleName(skill.location)}>
        <VisibleName as="code" text={skill.location} />
      </p>
      <Reach loaded={loaded} />
      {cut && <p>{cutText(cut)}.</p>}
    </>
  );
}

function cutText({ told, of }: SummaryCut): string {
  if (told === 0) return "The model sees only its name";
  return `The model is told ${formatCount(told)} of the ${formatCount(of)} characters of its description`;
}

/** Saves the skill's folder as a file that sites accept; where a site would refuse it, says why. */
function SaveSkill({ location }: { location: string }) {
  const { exportSkill, skillObjections } = useActions();
  const [objections, setObjections] = useState<readonly string[]>([]);
  const download = useDownload((options) => exportSkill(location, options));
  async function save() {
    const found = await skillObjections(location);
    setObjections(found);
    if (found.length === 0) await download.start();
  }
  return (
    <>
      <SaveButton size="small" download={download} onSave={save}>
        Save as .skill
      </SaveButton>
      <span role="status" className={styles.refused}>
        {objections.length > 0 && `Not saved, because a site would refuse it. ${objections.join(" ")}`}
      </span>
    </>
  );
}

const hiddenFromWords = { model: "the model", person: "the person", both: "the model and the person" } as const;

/** What a state between on and off means, and from whom the skill is hidden. */
function Reach({ loaded: { skill, state } }: { loaded: LoadedSkill }) {
  const text = useWorkspace(({ profileId }) => reachText(profileById(profileId).states, state));
  return (
    <>
      {text && <p>{text}.</p>}
      {skill.hiddenFrom && <p>Its own files hide it from {hiddenFromWords[skill.hiddenFrom]}.</p>}
    </>
  );
}
