import Link from "next/link";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { plural } from "#lib/format-count.ts";
import type { KeptCourse } from "#lib/keeping/kept-courses.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import styles from "./link-card.module.css";
import { WorkspaceListItem } from "./workspace-list-item.tsx";

interface CourseListItemProps {
  readonly course: KeptCourse;
  readonly onDelete: (workspace: StoredWorkspace) => void;
}

/** A course whose lessons are kept: its progress, the next step, and each lesson as a workspace of its own. */
export function CourseListItem({ course, onDelete }: CourseListItemProps) {
  const { title, lessons, finished, next, workspaces } = course;
  return (
    <li className={styles.card}>
      <VisibleName as="strong" className={styles.name} text={title} />
      <span className={styles.progress}>
        <progress aria-label="Lessons passed" value={finished} max={lessons} />
        <span className={styles.text}>
          {finished} of {plural(lessons, "lesson")} passed
        </span>
      </span>
      <span className={styles.actions}>
        <Link href={next.path} prefetch={false} className={styles.link}>
          {finished === lessons ? "Open again" : "Continue"}: <VisibleName text={next.title} />
        </Link>
      </span>
      <details className={styles.details}>
        <summary>{plural(workspaces.length, "lesson")} saved</summary>
        <ul role="list" className={styles.list}>
          {workspaces.map((workspace) => (
            <WorkspaceListItem key={workspace.id} workspace={workspace} onDelete={() => onDelete(workspace)} />
          ))}
        </ul>
      </details>
    </li>
  );
}
