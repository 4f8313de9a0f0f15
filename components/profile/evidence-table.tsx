import type { Evidence } from "#lib/harness/vocabulary/profile.ts";
import styles from "./profile-facts.module.css";

/**
 * Where each rule is written down, and what the program does. On a phone the cells of a row stand below each other;
 * the roles keep it a table there, which browsers forget with its layout.
 */
export function EvidenceTable({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <table className={styles.evidence} role="table">
      <caption>Where it is written down</caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">
            Rule
          </th>
          <th scope="col" role="columnheader">
            Document
          </th>
          <th scope="col" role="columnheader">
            The program
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
