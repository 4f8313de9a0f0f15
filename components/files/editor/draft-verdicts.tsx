import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { VerdictMark } from "#components/compare/verdict-mark.tsx";
import { useEvidence } from "#components/profile/use-evidence.ts";
import { HarnessWords } from "#components/skills/why/harness-words.tsx";
import { Button } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import type { HarnessStanding } from "#lib/editing/draft-standing.ts";
import { plural } from "#lib/format-count.ts";
import type { RuleTest } from "#lib/harness/vocabulary/finding.ts";
import { isAbout } from "#lib/harness/vocabulary/profile.ts";
import { marks } from "#lib/report/compare/marks.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import styles from "./draft-verdicts.module.css";

interface DraftVerdictsProps {
  readonly path: string;
  readonly standings: readonly HarnessStanding[];
  /** Profile id of the chosen harness. */
  readonly profileId: string;
}

/** In how many harnesses the typed text would load; unfolded, which rules each objects to. */
export function DraftVerdicts({ path, standings, profileId }: DraftVerdictsProps) {
  const [isUnfolded, setUnfolded] = useState(false);
  const minding = standings.filter(minds);
  const chosen = standings.find((one) => one.profileId === profileId);
  const text = `Loads in ${standings.filter(isLoaded).length} of ${plural(standings.length, "harness", "harnesses")}`;
  const content = standings.filter((one) => !minds(one)).map(({ label }) => label);
  return (
    <>
      <p role="status" className="unseen">
        {text}
      </p>
      <details className={styles.verdicts} onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}>
        <summary>
          <ChevronRight size={13} aria-hidden />
          <strong>{text}</strong>
          {chosen && (
            <span className={styles.chosen}>
              {chosen.label}: <VerdictMark verdict={chosen.verdict} />
            </span>
          )}
        </summary>
        {/* Not drawn while folded, so that typing stays fast. */}
        {isUnfolded && (
          <ul aria-label="Harnesses that object to this text">
            {minding.map((one) => (
              <HarnessRow key={one.profileId} path={path} standing={one} />
            ))}
            {content.length > 0 && <li>Loaded as written by {content.join(", ")}.</li>}
          </ul>
        )}
      </details>
    </>
  );
}

function isLoaded({ verdict }: HarnessStanding): boolean {
  return marks[verdict.kind].tally !== "out";
}

function minds({ verdict, broken }: HarnessStanding): boolean {
  return verdict.kind !== "loaded" || broken.length > 0;
}

function HarnessRow({ path, standing }: { path: string; standing: HarnessStanding }) {
  const { label, verdict, broken } = standing;
  return (
    <li>
      <p className={styles.harness}>
        <strong>{label}</strong> <VerdictMark verdict={verdict} />
      </p>
      {broken.length === 0 && verdict.reason !== undefined && (
        <p>
          <VisibleName text={verdict.reason} form="text" />.
        </p>
      )}
      {broken.map((test) => (
        <BrokenRule
          key={test.rule}
          path={path}
          profileId={standing.profileId}
          location={verdict.location}
          test={test}
        />
      ))}
    </li>
  );
}

interface BrokenRuleProps {
  /** Path of the file in the editor. */
  readonly path: string;
  /** Where this harness finds the file. */
  readonly location: string | undefined;
  /** Id of the harness whose rule it is. */
  readonly profileId: string;
  readonly test: RuleTest;
}

/** A broken rule: what was tested, how to fix it, and where the rule is documented. */
function BrokenRule({ path, location, profileId, test: { rule, title, tested, place, says, fix } }: BrokenRuleProps) {
  const { openFile } = useActions();
  const evidence = useEvidence(profileId).filter(isAbout(rule));
  const isHere = place.path === location;
  const { line } = place;
  return (
    <div className={styles.rule}>
      <p>
        <VisibleName text={tested || `${title}.`} form="text" />{" "}
        {isHere && line !== undefined && (
          <Button variant="link" onClick={() => openFile(path, line)}>
            line {line}
          </Button>
        )}
        {!isHere && <VisibleName as="code" text={`${basename(dirname(place.path))}/${basename(place.path)}`} />}
      </p>
      <HarnessWords says={says} />
      {fix !== undefined && (
        <p>
          <VisibleName text={fix} form="text" />
        </p>
      )}
      {evidence.map(({ claim, source }) => (
        <p key={claim} className={styles.source}>
          {claim}. <cite>{source}</cite>
        </p>
      ))}
    </div>
  );
}
