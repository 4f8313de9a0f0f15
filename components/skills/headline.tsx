import { ActionButton } from "#components/actions/action-button.tsx";
import { trimDescriptions } from "#components/actions/harness-actions.ts";
import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useVerdict } from "#components/workspace/use-verdict.ts";
import { WaySwitch } from "#components/workspace/way-switch.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { countCut } from "#lib/harness/catalog/cut.ts";
import type { ToldCounts } from "#lib/report/compare/headline.ts";
import type { HarnessVerdict } from "#lib/stage/verdicts.ts";
import styles from "./headline.module.css";
import { InstallAll, useOutsideSkills } from "./install-all.tsx";
import { OpenedFor } from "./opened-for.tsx";

/** What the harness makes of all skills here: one sentence, one bar, and the one best thing to do. */
export function Headline() {
  const verdict = useVerdict();
  return (
    <div className={styles.headline}>
      <p className={styles.sentence}>{verdict.headline}</p>
      {verdict.told.total > 0 && !verdict.counts.undocumented && <ToldBar told={verdict.told} />}
      <div className={styles.row}>
        <NextStep verdict={verdict} />
        <WaySwitch />
      </div>
      <OpenedFor />
    </div>
  );
}

/** The sentence as a bar, if it is known what the model is told. */
function ToldBar({ told: { total, whole, cut, name, later } }: { told: ToldCounts }) {
  const share = (count: number) => ({ flex: `0 0 ${(count / total) * 100}%` });
  return (
    <div className={styles.bar} aria-hidden="true">
      {whole > 0 && <span className={styles.whole} style={share(whole)} />}
      {cut + name > 0 && <span className={styles.part} style={share(cut + name)} />}
      {later > 0 && <span className={styles.later} style={share(later)} />}
    </div>
  );
}

/**
 * The one best thing to do: a reload if one is due, otherwise what helps most skills: installing, trimming descriptions, or fixing
 * problems.
 */
function NextStep({ verdict }: { verdict: HarnessVerdict }) {
  const { reloadSkills, selectSkill } = useActions();
  const isStale = useWorkspace(({ view }) => view.stale);
  const cut = useWorkspace(({ view }) => countCut(view.catalog));
  const outside = useOutsideSkills();
  const isReadOnly = useReadOnlyTab();
  const broken = verdict.skills.filter(({ kind }) => kind === "rejected" || kind === "shadowed");
  const lost = broken[0] ?? verdict.skills.find(({ told }) => told === "not" || told === "later");
  const most = Math.max(outside?.paths.length ?? 0, cut, broken.length);
  if (isStale)
    return (
      <>
        <Button size="small" disabled={isReadOnly} onClick={() => void reloadSkills()}>
          Reload
        </Button>
        <span className={styles.note} role="status">
          Files changed, not reloaded yet
        </span>
      </>
    );
  if (outside?.paths.length === most) return <InstallAll />;
  if (cut > 0 && cut === most) return <ActionButton action={trimDescriptions} size="small" />;
  if (!lost) return null;
  return (
    <Button size="small" onClick={() => selectSkill(lost.candidate.location)}>
      Why?
    </Button>
  );
}
