import { PackageOpen } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Changes } from "#components/workspace/saving.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./nothing-mounted.module.css";
import { SourceBox } from "./source-box.tsx";
import { UploadButtons } from "./upload-buttons.tsx";
import { useMount } from "./use-mount.ts";

/** The middle of a workspace without a source: a box to open one. */
export function NothingMounted() {
  const mount = useMount();
  const unopened = useWorkspace((state) => state.unopened);
  return (
    <div className={styles.empty}>
      <EmptyState icon={<PackageOpen size={28} aria-hidden />} title="Nothing is open yet">
        Paste a repository, a skill link, an install command or the text of a SKILL.md.
      </EmptyState>
      <Changes>
        <SourceBox onOpen={mount} text={unopened} />
        <p className={styles.upload}>
          <UploadButtons onPick={mount} />
        </p>
      </Changes>
    </div>
  );
}
