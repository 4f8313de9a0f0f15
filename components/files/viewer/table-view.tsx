import Papa from "papaparse";
import { type ReactNode, useMemo } from "react";
import styles from "#components/files/file.module.css";
import { VisibleName } from "#components/ui/visible/visible-text.tsx";
import { formatCount } from "#lib/format-count.ts";
import { basename } from "#lib/vfs/paths.ts";
import views from "./rendered-views.module.css";

const most = { rows: 200, columns: 40, cells: 4000, characters: 300 };

interface TableViewProps {
  readonly path: string;
  readonly text: string;
  /** Whether the first line names the columns. */
  readonly hasHead: boolean;
  /** Shown if the file is not a table. */
  readonly source: ReactNode;
}

/** The first rows of a CSV file as a table. */
export function TableView({ path, text, hasHead, source }: TableViewProps) {
  const { rows, isCut } = useMemo(() => readTable(path, text), [path, text]);
  const [first, ...rest] = rows;
  if (!first) return source;
  const body = hasHead ? rest : rows;
  return (
    <>
      <section className={views.table} tabIndex={0} aria-label={`${basename(path)}, as a table`}>
        <table>
          {hasHead && (
            <thead>
              <Row cells={first} Cell="th" />
            </thead>
          )}
          <tbody>
            {body.map((cells, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <Row key={index} cells={cells} Cell="td" />
            ))}
          </tbody>
        </table>
      </section>
      {isCut && (
        <p className={styles.note}>
          The first {formatCount(body.length)} rows, up to {most.columns} columns; the source has all.
        </p>
      )}
    </>
  );
}

function Row({ cells, Cell }: { cells: readonly string[]; Cell: "th" | "td" }) {
  return (
    <tr>
      {cells.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells have no identity but their place
        <Cell key={index} {...(Cell === "th" && { scope: "col" })}>
          <VisibleName text={text.length > most.characters ? `${text.slice(0, most.characters)}…` : text} />
        </Cell>
      ))}
    </tr>
  );
}

interface ShownTable {
  readonly rows: readonly (readonly string[])[];
  /** Whether there are more rows than shown. */
  readonly isCut: boolean;
}

/** Reads as many rows as are shown. The separator is guessed, except in `.tsv` files. */
export function readTable(path: string, text: string): ShownTable {
  const { data } = Papa.parse<string[]>(text, {
    preview: most.rows + 2,
    skipEmptyLines: true,
    ...(path.toLowerCase().endsWith(".tsv") && { delimiter: "\t" }),
  });
  const columns = Math.min(most.columns, Math.max(1, ...data.map((cells) => cells.length)));
  const count = Math.min(most.rows + 1, Math.max(2, Math.floor(most.cells / columns)));
  return {
    rows: data.slice(0, count).map((cells) => cells.slice(0, columns)),
    isCut: data.length > count || data.some((cells) => cells.length > columns),
  };
}
