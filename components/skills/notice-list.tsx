import { memo, useRef } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useGrowing, useSeen } from "#components/ui/progressive-drawing.ts";
import { ShowMore } from "#components/ui/text/show-more.tsx";
import { visibleName } from "#components/ui/visible/visible-pieces.ts";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { useActions } from "#components/workspace/workspace-context.tsx";
import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { basename, dirname } from "#lib/vfs/paths.ts";
import styles from "./notice-list.module.css";
import said from "./why/harness-words.module.css";

/** A quick fix is tried on the files before it is offered, which needs every reader, so it is fetched with the first finding in view. */
const FixButton = fetchedPart(async () => (await import("./why/fix-button.tsx")).FixButton, { Instead: () => null });

/** Findings, each with its place, the harness's own words, and its fix. */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const { drawn, ...rest } = useGrowing(notices);
  return (
    <ul role="list" className={styles.list}>
      {drawn.map((notice, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notices have no identity, and their order is the harness's
        <NoticeItem key={index} notice={notice} />
      ))}
      <ShowMore hidden={rest.hidden} noun="finding" onShow={rest.showMore} />
    </ul>
  );
}

/** One finding with its fix. */
export const NoticeItem = memo(function NoticeItem({ notice }: { notice: Notice }) {
  const item = useRef<HTMLLIElement>(null);
  // The fix is tried first, which is too much work for thousands of findings out of sight.
  const isSeen = useSeen(item);
  const { title, fix } = noticeText(notice);
  return (
    <li ref={item} className={styles[notice.severity]}>
      <p>
        <Severity of={notice} />
        <VisibleName text={title} form="text" /> <NoticePlace of={notice} />
      </p>
      {notice.harnessMessage && <pre className={said.words}>{notice.harnessMessage}</pre>}
      {isSeen && <FixButton trouble={notice} about={shortPlace(notice.path)} advice={fix} />}
    </li>
  );
});

export function Severity({ of: { severity } }: { of: Pick<Notice, "severity"> }) {
  return <span className="unseen">{severity}: </span>;
}

/** A link to the line of a finding. */
export function NoticePlace({ of: { path, line } }: { of: Pick<Notice, "path" | "line"> }) {
  const { openFile } = useActions();
  return (
    <Button variant="link" title={visibleName(path)} onClick={() => openFile(path, line)}>
      <code>
        <VisibleName text={shortPlace(path)} />
        {line !== undefined && `:${line}`}
      </code>
    </Button>
  );
}

/** A file's name with its folder's. */
function shortPlace(path: string): string {
  return `${basename(dirname(path))}/${basename(path)}`;
}
