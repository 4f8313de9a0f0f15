import { Button } from "#components/ui/button.tsx";
import { useActions } from "#components/workbench/workspace-context.tsx";
import type { Candidate } from "#lib/harness/model.ts";
import { NoticeList } from "./notice-list.tsx";
import styles from "./skill-details.module.css";

/** Why one SKILL.md is not offered: where it lies, which rule decides, the harness's words, the fix. */
export function WhyDetails({ candidate: { location, root, outcome, notices } }: { candidate: Candidate }) {
  const { openFile } = useActions();
  return (
    <div className={styles.details}>
      <p>
        Found at{" "}
        <Button variant="link" onClick={() => openFile(location)}>
          <code>{location}</code>
        </Button>
        {root ? (
          <>
            , in the root <code>{root}</code>.
          </>
        ) : (
          ", in none of this harness's roots."
        )}
      </p>
      {outcome.kind === "shadowed" && (
        <p>
          {outcome.rule === "folder"
            ? "A folder of the same name comes first: "
            : "A skill of the same name comes first: "}
          <Button variant="link" onClick={() => openFile(outcome.by)}>
            <code>{outcome.by}</code>
          </Button>
        </p>
      )}
      {notices.length > 0 && <NoticeList notices={notices} />}
    </div>
  );
}
