import { useId } from "react";
import type { ProfileFacts } from "#lib/harness/describe/describe-profile.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";
import styles from "./profile-facts.module.css";

/**
 * Where each rule is documented, and what the program does. On a phone the cells of a row are stacked; the explicit roles keep it a table,
 * which browsers otherwise forget when the display changes.
 */
export function EvidenceTable({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <table className={styles.evidence} role="table">
      <caption>Sources</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Rule
          </th>
          <th scope="col" role="columnheader">
            Document
          </th>
          <th scope="col" role="columnheader">
            What the program does
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {evidence.map(({ claim, source, program }) => (
          <tr key={claim} role="row">
            <th scope="row" role="rowheader">
              {claim}
            </th>
            <td role="cell">{source}</td>
            <td role="cell" className={program === undefined ? styles.same : undefined}>
              {program ?? "No difference known"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface FactGroupProps {
  readonly group: ProfileFacts;
  /** Heading level of the title. */
  readonly as?: "h2" | "h3";
}

/** One question about a harness with its answers. */
export function FactGroup({ group: { title, facts, ordered }, as: Title = "h3" }: FactGroupProps) {
  const id = useId();
  const List = ordered ? "ol" : "ul";
  return (
    <section className={styles.group} aria-labelledby={id}>
      <Title id={id}>{title}</Title>
      <List>
        {facts.map((fact) => (
          <li key={fact}>
            <FactText text={fact} />
          </li>
        ))}
      </List>
    </section>
  );
}

/** A sentence; text between backquotes is shown as code. */
export function FactText({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
  return text.split("`").map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece));
}
