import { Check, Minus, TriangleAlert, X } from "lucide-react";
import { useMemo } from "react";
import { useEvidence } from "#components/profile/use-evidence.ts";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Explanation, RulePlace, RuleTest } from "#lib/harness/vocabulary/finding.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";
import { isAbout } from "#lib/harness/vocabulary/profile.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { FixButton } from "./fix-button.tsx";
import { HarnessWords } from "./harness-words.tsx";
import styles from "./rule-list.module.css";

interface RuleListProps {
  readonly explanation: Explanation;
  readonly tests: readonly RuleTest[];
}

/** Rules in the order of testing; those after the deciding one are only named. */
export function RuleList({ explanation: { location }, tests }: RuleListProps) {
  const settled = tests.findLastIndex(({ outcome }) => outcome !== "not reached") + 1;
  const rest = tests.slice(settled);
  return (
    <ol className={styles.rules}>
      {tests.slice(0, settled).map((test) => (
        <RuleRow key={test.rule} test={test} location={location} />
      ))}
      {rest.length === 1 && rest.map((test) => <RuleRow key={test.rule} test={test} location={location} />)}
      {rest.length > 1 && (
        <li data-outcome="not reached" className={styles.rest}>
          <p>Not tested after that: {rest.map(({ title }) => title).join(" · ")}</p>
        </li>
      )}
    </ol>
  );
}

const marks = {
  passed: { Icon: Check, label: "Passed" },
  failed: { Icon: X, label: "Failed" },
  warned: { Icon: TriangleAlert, label: "Warned" },
  "not reached": { Icon: Minus, label: "Not tested" },
} as const;

interface RuleRowProps {
  readonly test: RuleTest;
  /** The SKILL.md that is explained. */
  readonly location: string;
}

/** One rule: what was tested, where, the harness's words, the fix, and where the rule is documented. */
function RuleRow({ test, location }: RuleRowProps) {
  const { rule, title, outcome, tested, place, says, fix } = test;
  const { Icon, label } = marks[outcome];
  const isBroken = outcome === "failed" || outcome === "warned";
  const evidence = useEvidence(useWorkspace(({ profileId }) => profileId)).filter(isAbout(rule));
  const trouble = useMemo(() => ({ rule, location }), [rule, location]);
  return (
    <li data-outcome={outcome}>
      <Icon size={14} strokeWidth={2.4} role="img" aria-label={label} />
      <div className={styles.test}>
        <strong>{title}</strong>
        <p className={styles.finding}>
          <VisibleName text={tested} form="text" />{" "}
          {(isBroken || place.line !== undefined) && <PlaceLink place={place} />}
        </p>
        <HarnessWords says={says} />
        {isBroken && says.length === 0 && <p className={styles.silent}>The harness says nothing about it.</p>}
        {isBroken && <FixButton trouble={trouble} about={basename(dirname(location))} advice={fix} />}
        {evidence.length > 0 && <Sources evidence={evidence} />}
      </div>
    </li>
  );
}

function PlaceLink({ place: { path, line } }: { place: RulePlace }) {
  const { openFile } = useActions();
  const folder = basename(dirname(path));
  return (
    <Button variant="link" title={visibleName(path)} onClick={() => openFile(path, line)}>
      <code>
        {folder && `${folder}/`}
        <VisibleName text={basename(path)} />
        {line !== undefined && `:${line}`}
      </code>
    </Button>
  );
}

function Sources({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <details className={styles.sources}>
      <summary>Source</summary>
      {evidence.map(({ claim, source, program }) => (
        <p key={claim}>
          {claim}. <cite>{source}</cite>
          {program !== undefined && (
            <>
              {" "}
              <em>The program differs:</em> {program}
            </>
          )}
        </p>
      ))}
    </details>
  );
}

/** Says that the explanation is about the current files, while a harness that reads them only at start may still have older ones. */
export function StaleExplanation() {
  const { reloadSkills } = useActions();
  const stale = useWorkspace((state) => state.view.stale);
  if (!stale) return null;
  return (
    <p className={styles.stale}>
      This shows the files as they are now. The harness has not reloaded them.{" "}
      <Button size="small" onClick={() => void reloadSkills()}>
        Reload now
      </Button>
    </p>
  );
}
