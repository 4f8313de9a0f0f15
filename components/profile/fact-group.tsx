import { useId } from "react";
import type { ProfileFacts } from "#lib/harness/describe/describe-profile.ts";
import styles from "./profile-facts.module.css";

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
