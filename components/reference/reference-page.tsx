import { SitePage } from "#components/ui/site/site-frame.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";
import styles from "./reference-page.module.css";
import { SupportTable } from "./support-table.tsx";

/** Computed once from the profiles: it is the same for every visit. */
const reference = referenceOf(profiles);

/** The reference: what each harness does with skills, side by side. */
export function ReferencePage({ query }: { query: string }) {
  return (
    <SitePage>
      <main className={styles.wide}>
        <h1>Which agent does what with skills</h1>
        <p>
          The lab runs by these rules. Open a row for its sources and the version that was tested. Where a program
          differs from its documentation, the row says so.
        </p>
        <p className={styles.links}>
          <a href="/harness/data.json">The table as JSON</a>
          <a href="/guide">The guide</a>
        </p>
        <SupportTable reference={reference} query={query} />
      </main>
    </SitePage>
  );
}
