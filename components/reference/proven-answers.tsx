import { formatCount } from "#lib/format-count.ts";
import type { ConformanceCase } from "#lib/harness/conformance/case.ts";
import { provenBy } from "#lib/harness/reference/reference.ts";
import styles from "./reference-page.module.css";

/** Cases run with the released program: its input, its output, and which answers of the table they prove. */
export function ProvenAnswers({ harness }: { harness: string }) {
  const proven = provenBy(harness);
  if (proven.length === 0) return null;
  return (
    <section aria-labelledby="proofs">
      <h2 id="proofs">Tests that prove the answers</h2>
      <p>Each test would end differently if its answer, and no other, were different.</p>
      <dl className={styles.proven}>
        {proven.map(({ shown, features }) => (
          <div key={shown.id} id={shown.id.slice(harness.length + 1)}>
            <dt>{features.map(({ title }) => title).join(", ")}</dt>
            <dd>
              <Shown shown={shown} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Shown({ shown: { why, files, symlinks, expect } }: { shown: ConformanceCase }) {
  const { text, ...others } = expect;
  return (
    <details className={styles.proof}>
      <summary>{why}</summary>
      {Object.entries(files).map(([path, content]) => (
        <figure key={path}>
          <figcaption>
            <code>{path}</code>
          </figcaption>
          {content !== "" && <Text of={content} label={`${path}: ${why}`} />}
        </figure>
      ))}
      {Object.entries(symlinks).map(([path, target]) => (
        <p key={path}>
          <code>{path}</code> is a link to <code>{target}</code>
        </p>
      ))}
      <figure>
        <figcaption>Result</figcaption>
        {typeof text === "string" && <Text of={text} label={`Result: ${why}`} />}
        {Object.keys(others).length > 0 && (
          <Text of={JSON.stringify(others, null, 2)} label={`Result as data: ${why}`} />
        )}
      </figure>
    </details>
  );
}

/** Most characters shown: a case may have a description of thousands. */
const mostShown = 4000;

function Text({ of, label }: { of: string; label: string }) {
  return (
    <section className={styles.text} tabIndex={0} aria-label={label}>
      <pre>{of.length > mostShown ? `${of.slice(0, mostShown)}… (${formatCount(of.length)} characters)` : of}</pre>
    </section>
  );
}
