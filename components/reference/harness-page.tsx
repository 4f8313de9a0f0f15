import guide from "#components/landing/guide.module.css";
import facts from "#components/profile/profile-facts.module.css";
import { EvidenceTable, FactGroup } from "#components/profile/profile-facts.tsx";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import { fieldUse } from "#lib/harness/describe/describe-field.ts";
import { describeProfile } from "#lib/harness/describe/describe-profile.ts";
import { frontmatterFields } from "#lib/harness/describe/fields.ts";
import { seenOf, seenText } from "#lib/harness/describe/seen.ts";
import { evidenceOf } from "#lib/harness/evidence/evidence.ts";
import type { Profile } from "#lib/harness/vocabulary/profile.ts";
import { ProvenAnswers } from "./proven-answers.tsx";
import styles from "./reference-page.module.css";

/** Everything that one harness does with skills, in plain words. */
export function HarnessPage({ profile }: { profile: Profile }) {
  const seen = seenOf(profile);
  return (
    <SitePage>
      <main className={guide.guide}>
        <h1>{profile.label} and skills</h1>
        {seen && <p>{seenText(profile, seen)}</p>}
        <p className={styles.links}>
          <a href={`/try/first-look?profile=${profile.id}`}>Try it in the lab</a>
          <a href="/harness">All harnesses side by side</a>
        </p>
        <section className={facts.groups} aria-label="Rules">
          {describeProfile(profile).map((group) => (
            <FactGroup key={group.title} group={group} as="h2" />
          ))}
        </section>
        <Fields profile={profile} />
        <ProvenAnswers harness={profile.id} />
        <section aria-label="Sources">
          <EvidenceTable evidence={evidenceOf(profile)} />
        </section>
      </main>
    </SitePage>
  );
}

function Fields({ profile }: { profile: Profile }) {
  const used = frontmatterFields.filter(({ key }) => fieldUse(profile, key) !== "ignored");
  return (
    <section aria-labelledby="fields">
      <h2 id="fields">Fields that it reads</h2>
      <dl className={guide.terms}>
        {used.map(({ key, about }) => (
          <div key={key}>
            <dt>
              <a href={`/harness/field/${key}`}>
                <code>{key}</code>
              </a>
            </dt>
            <dd>{about}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
