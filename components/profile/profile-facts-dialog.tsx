import { useId } from "react";
import { Dialog } from "#components/ui/dialog.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { describeProfile, type ProfileFacts } from "#lib/harness/describe/describe-profile.ts";
import { seenOf, seenText } from "#lib/harness/describe/seen.ts";
import { profileById } from "#lib/harness/profiles.ts";
import type { Evidence } from "#lib/harness/vocabulary/profile.ts";
import styles from "./profile-facts.module.css";

/** What the chosen harness does with skills, and where that is written down. */
export function ProfileFactsDialog({ onClose }: { onClose: () => void }) {
  const profile = useWorkspace(({ profileId }) => profileById(profileId));
  const seen = seenOf(profile);
  return (
    <Dialog title={`Profile facts: ${profile.label}`} size="large" onClose={onClose}>
      {/* There is nothing to press in it, and the keyboard has to scroll it. */}
      <div className={styles.facts} tabIndex={0}>
        {seen && <p>{seenText(profile, seen)}</p>}
        <div className={styles.groups}>
          {describeProfile(profile).map((group) => (
            <FactGroup key={group.title} group={group} />
          ))}
        </div>
        <EvidenceTable evidence={profile.evidence} />
      </div>
    </Dialog>
  );
}

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

/** One question about a harness with its answers. */
export function FactGroup({ group: { title, facts, ordered } }: { group: ProfileFacts }) {
  const id = useId();
  const List = ordered ? "ol" : "ul";
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
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

/** A sentence in which backticks stand around code. */
function FactText({ text }: { text: string }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
  return text.split("`").map((piece, index) => (index % 2 === 1 ? <code key={index}>{piece}</code> : piece));
}
