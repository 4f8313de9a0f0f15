import guide from "#components/landing/guide.module.css";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import type { FieldFacts, FieldUse } from "#lib/harness/describe/describe-field.ts";
import { fieldUse } from "#lib/harness/describe/describe-field.ts";
import { profiles } from "#lib/harness/profiles.ts";
import styles from "./reference-page.module.css";

const titles: Readonly<Record<FieldUse, string>> = {
  read: "Read by",
  known: "Known to, but it changes nothing here",
  ignored: "Ignored by",
  undocumented: "Not documented for",
};

/** What harnesses make of one field of the frontmatter. */
export function FieldPage({ field: { key, about, limits, documents } }: { field: FieldFacts }) {
  return (
    <SitePage>
      <main className={guide.guide}>
        <h1>
          <code>{key}</code> in a SKILL.md
        </h1>
        <p>{about}</p>
        <p className={styles.links}>
          <a href="/harness?find=fields">All fields side by side</a>
        </p>
        <section aria-labelledby="uses">
          <h2 id="uses">Who reads it</h2>
          <dl className={guide.terms}>
            {(["read", "known", "ignored", "undocumented"] as const).map((use) => (
              <Users key={use} title={titles[use]} of={profiles.filter((profile) => fieldUse(profile, key) === use)} />
            ))}
          </dl>
        </section>
        {limits.length > 0 && (
          <section aria-labelledby="limits">
            <h2 id="limits">Requirements</h2>
            <ul>
              {limits.map((limit) => (
                <li key={limit}>{limit}</li>
              ))}
            </ul>
          </section>
        )}
        <section aria-labelledby="documents">
          <h2 id="documents">Sources</h2>
          <ul>
            {documents.map(({ title, address }) => (
              <li key={title}>
                {address === undefined ? (
                  title
                ) : (
                  <a href={address} rel="noreferrer">
                    {title}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      </main>
    </SitePage>
  );
}

interface UsersProps {
  readonly title: string;
  readonly of: readonly { readonly id: string; readonly label: string }[];
}

function Users({ title, of }: UsersProps) {
  if (of.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {of.map(({ id, label }, index) => (
          <span key={id}>
            {index > 0 && ", "}
            <a href={`/harness/${id}`}>{label}</a>
          </span>
        ))}
      </dd>
    </div>
  );
}
