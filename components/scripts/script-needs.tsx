import { TriangleAlert, Wrench } from "lucide-react";
import { useMemo } from "react";
import { readOnlyReason } from "#components/files/editor/edit-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { usePromisedAnew } from "#components/ui/use-promised.ts";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import { useActions, useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { plural } from "#lib/format-count.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { writing } from "#lib/harness/rules/types/quick-fix.ts";
import { packageName } from "#lib/run/packages/package.ts";
import type { PackageOffer } from "#lib/run/packages/packages.ts";
import { offerBefore } from "#lib/runs/offer-text.ts";
import { declareNeeds, type ScriptNeeds as Needs, scriptNeeds } from "#lib/skills/scripts/script-needs.ts";
import { topOf } from "#lib/stage/place.ts";
import { needsText } from "./needs-text.ts";
import styles from "./script-needs.module.css";

interface ScriptNeedsProps {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * What a script needs that a run in the page does not have, in one line, with a button that declares undeclared imports. Nothing for other
 * files.
 */
export function ScriptNeeds({ path, bytes }: ScriptNeedsProps) {
  const files = useWorkspace((state) => state.files);
  const needs = useMemo(() => {
    const text = new TextDecoder().decode(bytes);
    return scriptNeeds(files, path, { text, top: topOf(path), withModules: true });
  }, [files, path, bytes]);
  const offer = useScriptOffer(needs);
  const text = needs ? toldOf(needs, offer) : "";
  if (!needs || text === "") return null;
  return (
    <p className={styles.needs}>
      <TriangleAlert size={13} aria-hidden />
      <span>{text}</span>
      <DeclareButton path={path} bytes={bytes} needs={needs} />
    </p>
  );
}

/** Which of the script's packages can be offered; the outer `undefined`: not known yet. */
type KnownOffer = { readonly offer: PackageOffer | undefined } | undefined;

function useScriptOffer(needs: Needs | undefined): KnownOffer {
  const { scriptOffer } = useActions();
  return usePromisedAnew(async () => {
    if (!needs || needs.packages.length === 0) return undefined;
    // If the part that asks for packages cannot be loaded, no packages can be offered.
    return { offer: await scriptOffer(needs).catch(() => undefined) };
  }, [scriptOffer, needs]);
}

/** Packages are not mentioned until it is known which can be offered. */
function toldOf(needs: Needs, known: KnownOffer): string {
  if (!known) return needsText([needs], () => true);
  const names = new Set(known.offer?.packages.map(({ name }) => name));
  const isOffered = (name: string) => names.has(packageName(name));
  const rarely = new Set(needs.packages.filter(({ isSure }) => !isSure).map((each) => packageName(each.package)));
  // Packages that only some runs import are offered when a run asks for them.
  const packages = known.offer?.packages.filter(({ name }) => !rarely.has(name)) ?? [];
  const sentences = [known.offer && offerBefore({ ...known.offer, packages }), needsText([needs], isOffered)];
  return sentences.filter(Boolean).join(" ");
}

function DeclareButton({ path, bytes, needs }: ScriptNeedsProps & { readonly needs: Needs }) {
  const { applyFix } = useActions();
  const isReadOnly = useReadOnlyTab();
  const files = useWorkspace((state) => state.files);
  const profileId = useWorkspace((state) => state.profileId);
  const made = useMemo(() => declareNeeds(files, path, needs, topOf(path)), [files, path, needs]);
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
