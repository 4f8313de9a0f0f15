import { Button } from "#components/ui/button.tsx";
import { DiffView } from "#components/ui/diff/diff-view.tsx";
import runForm from "#components/ui/run-form.module.css";
import { TableHead } from "#components/ui/table-head.tsx";
import { useReadOnlyTab } from "#components/workspace/saving.tsx";
import type { Improvement, Score } from "#lib/evals/improve/improve.ts";
import { tellInterval } from "#lib/evals/interval.ts";
import { failureText } from "#lib/failure-text.ts";
import { formatCount } from "#lib/format-count.ts";
import styles from "./evals.module.css";
import { ScrollBox } from "./request-matrix.tsx";

interface ImprovedProps {
  readonly improvement: Improvement;
  readonly need: number;
  /** Writes the description into the SKILL.md. */
  readonly onUse: (description: string) => void;
}

/** Every version with its scores, and the best one beside the original. */
export function Improved({ improvement, need, onUse }: ImprovedProps) {
  const { attempts, best } = improvement;
  const isReadOnly = useReadOnlyTab();
  const [before, after] = [attempts[0], attempts[best]];
  return (
    <>
      <p role="status" className={runForm.said}>
        {tellImproved(improvement)}
      </p>
      {attempts.length > 1 && (
        <ScrollBox label="Versions of the description">
          <table>
            <TableHead columns={["Version", "Shown requests", "Held back"]} />
            <tbody>
              {attempts.map(({ description, train, test }, at) => (
                <tr key={description}>
                  <th scope="row">
                    {at === 0 ? "As it was" : `Rewrite ${at}`}
                    {at === best && " (best)"}
                  </th>
                  <td>{tellScore(train)}</td>
                  <td>
                    {tellScore(test)} <small>{tellInterval(test.passed, test.judged, need)}</small>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
      {before && after && best > 0 && (
        <>
          <DiffView
            label="The description before and after"
            left={{ label: `Before: ${tellScore(before.test)} held back`, text: bySentence(before.description) }}
            right={{ label: `After: ${tellScore(after.test)} held back`, text: bySentence(after.description) }}
          />
          <div className={styles.tools}>
            <Button variant="primary" disabled={isReadOnly} onClick={() => onUse(after.description)}>
              Use this description
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function tellScore({ passed, judged }: Score): string {
  return `${passed} of ${judged}`;
}

/** One sentence per line, so that a line diff shows what differs. */
function bySentence(description: string): string {
  return description.replace(/(?<=[.!?;:]) /g, "\n");
}

function tellImproved({ attempts, best, tokens, ended, failure }: Improvement): string {
  const spent = `About ${formatCount(tokens)} tokens.`;
  const result =
    best > 0
      ? `Rewrite ${best} does best on the held-back requests.`
      : "No rewrite does better on the held-back requests.";
  if (failure) return `${failureText(failure)} ${spent}`;
  switch (ended) {
    case "failing":
      return `The model could not be asked. ${spent}`;
    case "budget":
      return `The limit was reached. ${attempts.length > 1 ? result : "No rewrite was measured."} ${spent}`;
    case "stopped":
      return `Stopped. ${attempts.length > 1 ? result : "No rewrite was measured."} ${spent}`;
    case "nothing-missed":
      return attempts.length > 1
        ? `${result} ${spent}`
        : `No shown request is missed: there is nothing to improve. ${spent}`;
    default:
      return `${result} ${spent}`;
  }
}
