import { type ReactNode, useState } from "react";
import { TextField } from "#components/ui/fields.tsx";
import { Tag } from "#components/ui/tag.tsx";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatBytes, formatCount, plural } from "#lib/format-count.ts";
import { noSkills } from "#lib/report/compare/headline.ts";
import type { LinkedSource } from "#lib/state/state.ts";
import styles from "./share.module.css";

interface LinkedSourceProps {
  readonly linked: LinkedSource;
  /** More rows of the list. */
  readonly children?: ReactNode;
}

/** The source of a shared link's files, its commit, and the number of files. */
export function SourceFacts({ linked, children }: LinkedSourceProps) {
  const { source, label, commit, pinned, fileCount, byteCount } = linked;
  const files = plural(fileCount, "file");
  return (
    <dl className={styles.source}>
      {source.kind === "git" && <Row name="Host" value={<code>{new URL(source.url).host}</code>} />}
      <Row name={source.kind === "git" ? "Repository" : "Source"} value={<VisibleName as="code" text={label} />} />
      {source.kind === "git" && (source.path ?? source.refPath) && (
        <Row name="Folder" value={<VisibleName as="code" text={source.path ?? source.refPath ?? ""} />} />
      )}
      {source.kind === "git" && (
        <Row
          name="Commit"
          value={
            <>
              <VisibleName as="code" text={commit ?? source.ref ?? "the newest"} />{" "}
              {pinned ? (
                <Tag title="The link names a commit: it always opens the same files">pinned</Tag>
              ) : (
                <Tag tone="bad" title="The link names a branch, so its files may change">
                  may change
                </Tag>
              )}
            </>
          }
        />
      )}
      <Row name="Size" value={byteCount === undefined ? files : `${files}, ${formatBytes(byteCount)}`} />
      {children}
    </dl>
  );
}

export function Row({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

interface LinkedPathsProps {
  readonly linked: LinkedSource;
  /** Level of its headings: one below the heading around it. */
  readonly heading: "h2" | "h3";
}

/** Every skill and script in a shared link's source. */
export function LinkedPaths({ linked: { skills, scripts }, heading }: LinkedPathsProps) {
  return (
    <>
      <PathList heading={heading} title="Skills" rows={skills} none={`${noSkills}.`} />
      <PathList
        heading={heading}
        title="Scripts"
        rows={scripts.map((path) => ({ path }))}
        none="No scripts found."
        note="They run only when you say so, in a sandbox without a network. A harness on your computer may run them freely."
      />
    </>
  );
}

interface PathListProps {
  readonly heading: "h2" | "h3";
  readonly title: string;
  readonly rows: readonly { readonly path: string; readonly name?: string }[];
  /** The sentence in place of an empty list. */
  readonly none: string;
  readonly note?: string;
}

/** With more rows than this, the list has a filter. */
const many = 12;

/** All paths of one kind: none is left out, and a long list can be searched. */
function PathList({ heading: Heading, title, rows, none, note }: PathListProps) {
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase();
  const found = rows.filter(({ path, name = "" }) => `${name}\n${path}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.section}>
      <Heading>
        {title} <span>{formatCount(rows.length)}</span>
      </Heading>
      {rows.length === 0 && <p className={styles.note}>{none}</p>}
      {rows.length > 0 && note && <p className={styles.note}>{note}</p>}
      {rows.length > many && (
        <TextField
          label={`Filter ${title.toLowerCase()}`}
          labelHidden
          placeholder={`Filter ${title.toLowerCase()}`}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      )}
      {rows.length > 0 && (
        <ul role="list" className={styles.paths} tabIndex={0} aria-label={title}>
          {found.map(({ path, name }) => (
            <li key={path}>
              {name !== undefined && <VisibleName as="strong" text={name} />} <VisibleName as="code" text={path} />
            </li>
          ))}
          {found.length === 0 && <li>None matches.</li>}
        </ul>
      )}
    </section>
  );
}
