import type { Explanation, RuleTest } from "#lib/harness/explain/finding.ts";
import styles from "./rule-list.module.css";
import { RuleRow } from "./rule-row.tsx";

interface RuleListProps {
  readonly explanation: Explanation;
  readonly tests: readonly RuleTest[];
}

/** Rules in the order of testing; those that were never come to are only named. */
export function RuleList({ explanation: { location }, tests }: RuleListProps) {
  const settled = tests.findLastIndex(({ outcome }) => outcome !== "not reached") + 1;
  const rest = tests.slice(settled);
  return (
    <ol className={styles.rules}>
      {tests.slice(0, settled).map((test) => (
        <RuleRow key={test.rule} test={test} location={location} />
      ))}
      {rest.length === 1 && rest.map((test) => <RuleRow key={test.rule} test={test} location={location} />)}
      {rest.length > 1 && (
        <li data-outcome="not reached" className={styles.rest}>
          <p>Not tested after that: {rest.map(({ title }) => title).join(" · ")}</p>
        </li>
      )}
    </ol>
  );
}
