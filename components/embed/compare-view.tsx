import { useMemo, useState } from "react";
import { choiceAtFirst, shownHarnesses } from "#components/compare/harness-choice.ts";
import { useComparison } from "#components/compare/use-comparison.ts";
import { spokenText, VerdictIcon } from "#components/compare/verdict-mark.tsx";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount, plural } from "#lib/format-count.ts";
import { type ComparedSkill, type Comparison, chooseHarnesses } from "#lib/report/compare/comparison.ts";
import { ways } from "#lib/report/compare/headline.ts";
import { marks, type VerdictKind, verdictKinds } from "#lib/report/compare/marks.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import styles from "./compare-view.module.css";
import view from "./embed-view.module.css";
import { SourceName, ViewHead } from "./view-head.tsx";

/** Rows drawn until a person asks for all. */
const drawnAtFirst = 30;

/** A mark per skill and harness; skills that harnesses treat differently come first. */
export function CompareView() {
  const comparing = useComparison();
  const running = useWorkspace((state) => state.profileId);
  if (comparing.kind === "running")
    return (
      <>
        <ViewHead title={<SourceName />}>Asking every harness…</ViewHead>
        <p className={view.note} role="status">
          <progress aria-label="Harnesses asked" value={comparing.done} max={comparing.total || 1} />
        </p>
      </>
    );
  return <Compared comparison={comparing.comparison} running={running} />;
}

function Compared({ comparison, running }: { comparison: Comparison; running: string }) {
  const [isAll, setAll] = useState(false);
  const { columns, skills } = useMemo(() => {
    const choice = choiceAtFirst(comparison, running, parseLinkQuery(location.search).compare);
    return chooseHarnesses(comparison, shownHarnesses(comparison, choice));
  }, [comparison, running]);
  const shown = isAll ? skills : skills.slice(0, drawnAtFirst);
  const differing = skills.filter(({ differs }) => differs).length;
  const found = verdictKinds.filter((kind) => skills.some(({ verdicts }) => verdicts.some((one) => one.kind === kind)));
  return (
    <>
      <ViewHead title={<SourceName />}>
        {plural(skills.length, "skill")}, counted {ways[comparison.way].label.toLowerCase()}, under{" "}
        {plural(columns.length, "harness", "harnesses")}. <strong>{agreement(differing, skills.length)}</strong>
      </ViewHead>
      <section className={styles.scroll} tabIndex={0} aria-label="Skills by harness">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Skill</span>
              </th>
              {columns.map(({ profileId, label }) => (
                <th key={profileId} scope="col" className={styles.harness}>
                  <span>{label}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((skill) => (
              <SkillRow key={skill.id} skill={skill} />
            ))}
          </tbody>
        </table>
      </section>
      {skills.length > shown.length && (
        <p className={view.more}>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {formatCount(skills.length)}
          </Button>
        </p>
      )}
      <Legend kinds={found} />
    </>
  );
}

function agreement(differing: number, all: number): string {
  if (differing === 0) return "They agree on all of them.";
  return `They disagree on ${differing === all ? "all of them" : formatCount(differing)}.`;
}

function SkillRow({ skill: { folder, path, verdicts } }: { skill: ComparedSkill }) {
  return (
    <tr>
      <th scope="row" title={visibleName(path)}>
        <VisibleName text={folder} />
      </th>
      {verdicts.map((verdict, at) => {
        const spoken = visibleName(spokenText(verdict), "text");
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a verdict is known by its column
          <td key={at}>
            <span role="img" aria-label={spoken} title={spoken}>
              <VerdictIcon kind={verdict.kind} />
            </span>
          </td>
        );
      })}
    </tr>
  );
}

/** What the marks mean. To screen readers each mark says its own meaning. */
function Legend({ kinds }: { kinds: readonly VerdictKind[] }) {
  return (
    <ul role="list" className={styles.legend} aria-hidden="true">
      {kinds.map((kind) => (
        <li key={kind}>
          <VerdictIcon kind={kind} /> {marks[kind].word}
        </li>
      ))}
    </ul>
  );
}
