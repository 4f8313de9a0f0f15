import page from "#components/landing/landing.module.css";
import { SiteFooter, SiteHeader } from "#components/ui/site/site-frame.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import { referenceOf } from "#lib/harness/reference/reference.ts";
import styles from "./reference-page.module.css";
import { SupportTable } from "./support-table.tsx";

/** The same for every visit, as it is made of profiles alone. */
const reference = referenceOf(profiles);

/** What each harness does with skills, side by side. */
export function ReferencePage({ query }: { query: string }) {
  return (
    <div className={page.page}>
      <SiteHeader />
      <main className={styles.wide}>
        <h1>Which agent does what with skills</h1>
        <p>
          The answers come from the rules that the lab itself runs. Unfold a row to see where they are written down, and
          which released program was asked. Where a program does otherwise than its document, that is said.
        </p>
        <p className={styles.links}>
          <a href="/harness/data.json">The table as JSON</a>
          <a href="/guide">The guide</a>
        </p>
        <SupportTable reference={reference} query={query} />
      </main>
      <SiteFooter />
    </div>
  );
}
