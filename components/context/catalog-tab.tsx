import { EmptyState } from "#components/ui/empty-state.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { TokenEstimate } from "#components/ui/text/token-estimate.tsx";
import { OpeningNote } from "#components/workspace/opening-note.tsx";
import { useWorkspaceInSlices } from "#components/workspace/workspace-context.tsx";
import type { Catalog } from "#lib/harness/vocabulary/catalog.ts";
import { type HarnessView, isOpening } from "#lib/workspace/state.ts";
import styles from "./catalog.module.css";
import { CatalogText } from "./catalog-text.tsx";

const channels: Record<Catalog["channel"], string> = {
  system: "Part of the system prompt",
  reminder: "A reminder in the first message",
  tool: "Part of the harness's own tool",
};

/** Tier 1 to the letter: what the model is told of the skills before it reads any. */
export function CatalogTab() {
  const view = useWorkspaceInSlices((state) => state.view);
  const opening = useWorkspaceInSlices(isOpening);
  const { catalog } = view;
  if (opening) return <OpeningNote />;
  if (catalog.text === "") return <EmptyState title="Nothing is added">{emptyReason(view)}</EmptyState>;
  return (
    <div className={styles.catalog}>
      <p className={styles.about}>
        <span>{channels[catalog.channel]}</span>
        <TokenEstimate text={catalog.text} />
        <CopyButton text={catalog.text} />
      </p>
      <CatalogText catalog={catalog} />
    </div>
  );
}

function emptyReason({ discovery, states }: HarnessView): string {
  const { skills, candidates } = discovery;
  if (skills.length > 0) {
    const isAllOff = skills.every((skill) => states.get(skill.location) === "off");
    return isAllOff
      ? "Every loaded skill is off, so this harness tells the model of none."
      : "Skills are loaded, but this harness tells the model of none of them: see Why? for each.";
  }
  return candidates.length > 0
    ? "There are SKILL.md files, but this harness loads none of them: see Why? for each."
    : "There is no SKILL.md in the workspace, and without a skill this harness adds nothing to the prompt.";
}
