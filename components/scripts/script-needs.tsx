import { TriangleAlert, Wrench } from "lucide-react";
import { useMemo } from "react";
import { readOnlyReason } from "#components/files/editor/edit-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { writing } from "#lib/harness/rules/types/quick-fix.ts";
import { declareNeeds, type ScriptNeeds as Needs, scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { needsText } from "./needs-text.ts";
import styles from "./script-needs.module.css";

interface ScriptNeedsProps {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a script needs that a run in the page has not, in a line; with a button that declares what it imports undeclared. Nothing for other files. */
export function ScriptNeeds({ path, bytes }: ScriptNeedsProps) {
  const files = useWorkspace((state) => state.files);
  const needs = useMemo(() => scriptNeeds(files, path, new TextDecoder().decode(bytes)), [files, path, bytes]);
  const text = needs ? needsText([needs]) : "";
  if (!needs || text === "") return null;
  return (
    <p className={styles.needs}>
      <TriangleAlert size={13} aria-hidden />
      <span>{text}</span>
      <DeclareButton path={path} bytes={bytes} needs={needs} />
    </p>
  );
}

function DeclareButton({ path, bytes, needs }: ScriptNeedsProps & { readonly needs: Needs }) {
  const { applyFix } = useActions();
  const isReadOnly = useReadOnlyTab();
  const files = useWorkspace((state) => state.files);
  const profileId = useWorkspace((state) => state.profileId);
  const made = useMemo(() => declareNeeds(files, path, needs), [files, path, needs]);
  const isFixed = useIsEmbedded() || readOnlyReason(profileById(profileId), path, bytes) !== undefined;
  if (!made || isFixed) return null;
  const [only] = made.packages;
  const label = `Declare ${made.packages.length === 1 ? only : plural(made.packages.length, "package")}`;
  return (
    <Button size="small" disabled={isReadOnly} onClick={() => void applyFix(writing(label, made.path, made.text))}>
      <Wrench size={12} aria-hidden /> {label}
    </Button>
  );
}
