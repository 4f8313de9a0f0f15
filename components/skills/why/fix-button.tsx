import { Wrench } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useToldProfile } from "#components/workspace/use-told-profile.ts";
import { useActions, useIsEmbedded } from "#components/workspace/workspace-context.tsx";
import { quickFixes, type Trouble } from "#lib/harness/quick-fixes.ts";
import styles from "./fix-button.module.css";
import { useFreshSession } from "./use-explanation.ts";

interface FixButtonProps {
  readonly trouble: Trouble;
  /** The skill or file concerned, for screen readers, which do not see the button's surroundings. */
  readonly about: string;
  /** What to do, if only a person can fix it. */
  readonly advice?: string | undefined;
}

/** The fix of a broken rule: the smallest quick fix as a button, or else advice. Never both, which would suggest two ways. */
export function FixButton({ trouble, about, advice }: FixButtonProps) {
  const { applyFix } = useActions();
  const isReadOnly = useReadOnlyTab();
  const session = useFreshSession();
  const profile = useToldProfile();
  const fixes = useMemo(() => quickFixes(profile, session, trouble), [profile, session, trouble]);
  const isEmbedded = useIsEmbedded();
  const [fix] = fixes;
  if (!fix || isEmbedded) return advice === undefined ? null : <p>{advice}</p>;
  return (
    <p className={styles.fixes}>
      <Button
        size="small"
        className={styles.fix}
        aria-label={visibleName(`${fix.label}: ${about}`)}
        disabled={isReadOnly}
        onClick={() => void applyFix(fix)}
      >
        <Wrench size={12} aria-hidden />
        {fix.label}
      </Button>
    </p>
  );
}
