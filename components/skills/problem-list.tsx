import { memo, useMemo, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useGrowing } from "#components/ui/progressive-drawing.ts";
import { ShowMore } from "#components/ui/text/show-more.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useShowPanel } from "#components/workspace/shown-context.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { formatCount } from "#lib/format-count.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { candidatesNow } from "#lib/stage/pending.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import { InstallAll } from "./install-all.tsx";
import styles from "./notice-list.module.css";
import { NoticeItem, NoticePlace, Severity } from "./notice-list.tsx";
import { type Problem, problemsOf } from "./problems.ts";

/** A quick fix is tried on the files before it is offered, which needs every reader, so it is fetched with the first problem. */
const BulkFix = fetchedPart(async () => (await import("./why/bulk-fix.tsx")).BulkFix, { Instead: () => null });

/** The problems, each once however many files it affects. A problem of one skill links to its *Why?* in the list. */
export function ProblemList({ notices }: { notices: readonly Notice[] }) {
  const problems = useMemo(() => problemsOf(notices), [notices]);
  const view = useWorkspace((state) => state.view);
  const skills = useMemo(() => new Set(candidatesNow(view).map(({ location }) => location)), [view]);
  const { drawn, ...rest } = useGrowing(problems);
  return (
    <ul role="list" className={styles.list}>
      {drawn.map((problem) => (
        <ProblemItem key={`${problem.severity} ${problem.title}`} problem={problem} skills={skills} />
      ))}
      <ShowMore hidden={rest.hidden} noun="problem" onShow={rest.showMore} />
    </ul>
  );
}

interface ProblemItemProps {
  readonly problem: Problem;
  /** Locations of the skills in the list. */
  readonly skills: ReadonlySet<string>;
}

function ProblemItem({ problem: { title, severity, notices }, skills }: ProblemItemProps) {
  const [first] = notices;
  const [isOpen, setOpen] = useState(false);
  if (!first) return null;
  if (notices.length === 1 && !skills.has(first.path)) return <NoticeItem notice={first} />;
  if (notices.length === 1)
    return (
      <li className={styles[severity]}>
        <p>
          <Severity of={first} />
          <VisibleName text={title} form="text" /> <NoticePlace of={first} /> · <WhyLink location={first.path} />
        </p>
      </li>
    );
  return (
    <li className={`${styles[severity]} ${styles.many}`}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <Severity of={first} />
          <VisibleName text={title} form="text" /> · {formatCount(notices.length)}
        </summary>
        {isOpen && <Places notices={notices} skills={skills} />}
      </details>
      {first.code === "outside-roots" ? <InstallAll /> : <BulkFix notices={notices} />}
    </li>
  );
}

const Places = memo(function Places({ notices, skills }: Pick<Problem, "notices"> & Pick<ProblemItemProps, "skills">) {
  const { drawn, ...rest } = useGrowing(notices);
  return (
    <ul role="list" className={styles.places}>
      {drawn.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: one file may have several of a kind
        <li key={index}>
          <NoticePlace of={notice} />
          {skills.has(notice.path) && (
            <>
              {" "}
              · <WhyLink location={notice.path} />
            </>
          )}
        </li>
      ))}
      <ShowMore hidden={rest.hidden} noun="file" onShow={rest.showMore} />
    </ul>
  );
});

/** Links to the one place that explains it. */
function WhyLink({ location }: { location: string }) {
  const { selectSkill } = useActions();
  const showPanel = useShowPanel();
  return (
    <Button
      variant="link"
      aria-label={visibleName(`Why? ${basename(dirname(location))}`)}
      onClick={() => {
        selectSkill(location);
        showPanel("skills");
      }}
    >
      Why?
    </Button>
  );
}
