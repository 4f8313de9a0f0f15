import { useState } from "react";
import { TextField } from "#components/ui/fields.tsx";
import { formatCount } from "#components/ui/format.ts";
import { VisibleName } from "#components/ui/visible-text.tsx";
import styles from "./share.module.css";

interface PathListProps {
  readonly title: string;
  readonly rows: readonly { readonly path: string; readonly name?: string }[];
  /** A sentence in place of an empty list. */
  readonly none: string;
  readonly note?: string;
}

/** More rows than this want a filter. */
const many = 12;

/** Every path of one kind that the link brings: none is left out, many can be searched. */
export function PathList({ title, rows, none, note }: PathListProps) {
  const [filter, setFilter] = useState("");
  const wanted = filter.toLowerCase();
  const found = rows.filter(({ path, name = "" }) => `${name}\n${path}`.toLowerCase().includes(wanted));
  return (
    <section className={styles.section}>
      <h3>
        {title} <span>{formatCount(rows.length)}</span>
      </h3>
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
              {name !== undefined && (
                <strong>
                  <VisibleName text={name} />
                </strong>
              )}{" "}
              <code>
                <VisibleName text={path} />
              </code>
            </li>
          ))}
          {found.length === 0 && <li>None matches.</li>}
        </ul>
      )}
    </section>
  );
}
