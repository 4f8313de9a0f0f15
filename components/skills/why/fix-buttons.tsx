import { Wrench } from "lucide-react";
import { useMemo } from "react";
import { Button } from "#components/ui/button.tsx";
import { visibleName } from "#components/ui/visible-pieces.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import { quickFixes, type Trouble } from "#lib/harness/quick-fixes.ts";
import styles from "./fix-buttons.module.css";
import { useFreshSession } from "./use-explanation.ts";

interface FixButtonsProps {
  readonly trouble: Trouble;
  /** Which skill or file it is about, for those who do not see what stands around the button. */
  readonly about: string;
}

/** What mends a broken rule at a click. Nothing where only a person can. */
export function FixButtons({ trouble, about }: FixButtonsProps) {
  const { applyFix } = useActions();
  const isReadOnly = useReadOnlyTab();
  const session = useFreshSession();
  const profileId = useWorkspace((state) => state.profileId);
  const fixes = useMemo(() => quickFixes(profileById(profileId), session, trouble), [profileId, session, trouble]);
  const isEmbedded = useIsEmbedded();
  if (fixes.length === 0 || isEmbedded) return null;
  return (
    <p className={styles.fixes}>
      {fixes.map((fix) => (
        <Button
          key={fix.label}
          size="small"
          className={styles.fix}
          aria-label={visibleName(`${fix.label}: ${about}`)}
          disabled={isReadOnly}
          onClick={() => void applyFix(fix)}
        >
          <Wrench size={12} aria-hidden />
          {fix.label}
        </Button>
      ))}
    </p>
  );
}
