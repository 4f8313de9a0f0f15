import Link from "next/link";
import { profiles } from "#lib/harness/profiles.ts";
import { placeLabel } from "#lib/harness/vocabulary/places.ts";
import styles from "./harness-strip.module.css";

/** Which harnesses the lab speaks for, and where each looks. Taken from the profiles, so it cannot lag behind. */
export function HarnessStrip() {
  return (
    <section className={styles.strip} aria-labelledby="harnesses">
      <h2 id="harnesses">One repository, {profiles.length} harnesses, different answers</h2>
      <p>
        The program around a model, its <em>harness</em>, decides which skills the model gets to see. One finds a
        SKILL.md, the next gives it another name, a third drops it without a word. Look up the rules of each.
      </p>
      <ul role="list">
        {profiles.map(({ id, label, roots }) => (
          <li key={id}>
            <strong>{label}</strong>
            {roots
              .slice(0, 2)
              .map((root) =>
                root.path === "." ? (
                  <span key={root.path}>anywhere in the working folder</span>
                ) : (
                  <code key={placeLabel(root)}>{placeLabel(root)}</code>
                ),
              )}
            {roots.length > 2 && <span>and {roots.length - 2} more</span>}
            <Link href={`/try/first-look?profile=${id}&view=facts`} prefetch={false}>
              Profile facts<span className="unseen"> of {label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
