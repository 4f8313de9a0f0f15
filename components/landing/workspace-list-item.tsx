import { Download, Trash2, X } from "lucide-react";
import Link from "next/link";
import { IconButton } from "#components/ui/button.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useDownload } from "#components/workspace/use-download.ts";
import { failureParts } from "#lib/failure-text.ts";
import { formatBytes, plural } from "#lib/format-count.ts";
import type { Mount } from "#lib/state/mount.ts";
import { openStorage } from "#lib/storage/persistence.ts";
import type { StoredWorkspace } from "#lib/storage/storage-shapes.ts";
import type { WriteOptions } from "#lib/upload/write-zip.ts";
import styles from "./link-card.module.css";

interface WorkspaceListItemProps {
  readonly workspace: StoredWorkspace;
  readonly onDelete: () => void;
}

/** A workspace saved by a newer version of the page: only its title can be read, and it cannot be opened or deleted here. */
export function NewerWorkspace({ title }: Pick<StoredWorkspace, "title">) {
  return (
    <li className={styles.card}>
      <VisibleName as="strong" text={String(title || "Untitled")} />
      <span className={styles.text}>{failureParts({ code: "storage-newer" }).title}</span>
    </li>
  );
}

/** One kept workspace: opens it, tells what is in it, saves it as a file, deletes it. */
export function WorkspaceListItem({ workspace, onDelete }: WorkspaceListItemProps) {
  const { id, title, usedAt, byteCount, mounts } = workspace;
  const { busy, share, failure, start, cancel } = useDownload((options) => exportStored(id, options));
  const name = title || "Untitled";
  return (
    <li className={`${styles.card} ${styles.removable}`}>
      <Link href={id} prefetch={false} className={styles.link}>
        <VisibleName text={name} />
      </Link>
      <span className={styles.text}>
        {formatDay(usedAt)} · {formatBytes(byteCount)}
        {busy && ` · packing${share === undefined ? "" : ` ${Math.floor(share * 100)}%`}`}
      </span>
      {mounts.length > 0 && (
        <details className={styles.details}>
          <summary>{plural(mounts.length, "source")}</summary>
          <ul role="list">
            {mounts.map((mount) => (
              <li key={mount.id}>
                <VisibleName text={mountText(mount.meta)} />
              </li>
            ))}
          </ul>
        </details>
      )}
      <span className={styles.tools}>
        <IconButton
          label={busy ? `Stop saving ${name} as a file` : `Save ${name} as a file`}
          size="small"
          onClick={() => (busy ? cancel() : void start())}
        >
          {busy ? <X size={14} aria-hidden /> : <Download size={14} aria-hidden />}
        </IconButton>
        <IconButton label={`Delete ${name}`} size="small" onClick={onDelete}>
          <Trash2 size={14} aria-hidden />
        </IconButton>
      </span>
      {failure && (
        <span role="alert" className={styles.text}>
          {failureParts(failure).what}
        </span>
      )}
    </li>
  );
}

/** The stored metadata is only displayed here; it is validated when the workspace is opened. */
function mountText(meta: unknown): string {
  const { label, commit, imported, fileCount, byteCount } = Object(meta) as Partial<Mount>;
  if (typeof label !== "string" || typeof fileCount !== "number" || typeof byteCount !== "number") {
    return "A source that cannot be read";
  }
  const at = typeof commit === "string" ? ` @${commit.slice(0, 7)}` : "";
  const doubt = imported && imported.verified === undefined ? ", imported, not verified" : "";
  return `${label}${at}${doubt}: ${plural(fileCount, "file")}, ${formatBytes(byteCount)}`;
}

async function exportStored(id: string, options: WriteOptions): Promise<File | undefined> {
  // So the build leaves archives out of the server's page.
  if (typeof window === "undefined") return undefined;
  const [{ readWhole }, { exportWorkspace }] = await Promise.all([
    import("#lib/keeping/read-whole.ts"),
    import("#lib/keeping/archive/export-workspace.ts"),
  ]);
  const stored = await readWhole(await openStorage(), id);
  return stored && exportWorkspace(stored, options);
}

const relative = () => new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const absolute = () => new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });
const dayLength = 86_400_000;

/** `today`, `yesterday`, `4 days ago`; a date after a week. In the reader's time zone. */
export function formatDay(time: number, now: number = Date.now()): string {
  const days = Math.round((startOfDay(now) - startOfDay(time)) / dayLength);
  return days < 7 ? relative().format(-days, "day") : absolute().format(time);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
