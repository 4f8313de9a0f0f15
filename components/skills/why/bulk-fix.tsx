import { Wrench } from "lucide-react";
import { useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useToldProfile } from "#components/workspace/use-told-profile.ts";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import { plural } from "#lib/format-count.ts";
import { fixOfAll, quickFixes } from "#lib/harness/quick-fixes.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { useFreshSession } from "./use-explanation.ts";

/** Fixes all findings of one kind in one change, which is undone as one. Nothing if the first finding has no such fix. */
export function BulkFix({ notices }: { notices: readonly Notice[] }) {
  const { applyFix } = useActions();
  const isReadOnly = useReadOnlyTab();
  const session = useFreshSession();
  const profile = useToldProfile();
  const [isBusy, setBusy] = useState(false);
  const [first] = notices;
  const isMendable = useMemo(
    () => first !== undefined && quickFixes(profile, session, first).length > 0,
    [profile, session, first],
  );
  if (!isMendable) return null;
  async function mend() {
    setBusy(true);
    const fix = await inSlices(fixOfAll(profile, session, notices, { label: (count) => plural(count, "file") }));
    if (fix) await applyFix(fix);
    setBusy(false);
  }
  return (
    <Button size="small" disabled={isReadOnly || isBusy} onClick={() => void mend()}>
      <Wrench size={12} aria-hidden />
      {isBusy ? "Fixing…" : `Fix all ${notices.length}`}
    </Button>
  );
}
