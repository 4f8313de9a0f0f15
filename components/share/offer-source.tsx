import type { ReactNode } from "react";
import { formatBytes, plural } from "#components/ui/format.ts";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible-text.tsx";
import { profileById } from "#lib/harness/profiles.ts";
import type { ShareOffer } from "#lib/workspace/state.ts";
import styles from "./share.module.css";

/** Where the files come from, which state of them, and how many. */
export function OfferSource({ offer }: { offer: ShareOffer }) {
  const { source, label, commit, pinned, fileCount, byteCount, profileId, skill } = offer;
  return (
    <dl className={styles.source}>
      {source.kind === "git" && <Row name="Host" value={<code>{new URL(source.url).host}</code>} />}
      <Row
        name={source.kind === "git" ? "Repository" : "Source"}
        value={
          <code>
            <VisibleName text={label} />
          </code>
        }
      />
      {source.kind === "git" && (source.path ?? source.refPath) && (
        <Row
          name="Folder"
          value={
            <code>
              <VisibleName text={source.path ?? source.refPath ?? ""} />
            </code>
          }
        />
      )}
      {source.kind === "git" && (
        <Row
          name="Commit"
          value={
            <>
              <code>{commit ?? source.ref ?? "the newest"}</code>{" "}
              {pinned ? (
                <Tag title="The link names this commit: it always opens the same files">pinned</Tag>
              ) : (
                <Tag tone="bad" title="The link names a branch, not a commit: tomorrow it may open other files">
                  may change
                </Tag>
              )}
            </>
          }
        />
      )}
      <Row name="Size" value={`${plural(fileCount, "file")}, ${formatBytes(byteCount)}`} />
      {profileId !== undefined && <Row name="Harness" value={profileById(profileId).label} />}
      {skill !== undefined && (
        <Row
          name="Shows"
          value={
            <code>
              <VisibleName text={skill} />
            </code>
          }
        />
      )}
    </dl>
  );
}

function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
