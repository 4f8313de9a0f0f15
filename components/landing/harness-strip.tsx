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
        The program around a model, its <em>harness</em>, decides which skills the model sees.
      </p>
      <ul role="list">
        {profiles.map(({ id, label, roots }) => (
          <li key={id}>
            <strong>{label}</strong>
            {roots
              .slice(0, 1)
              .map((root) =>
                root.path === "." ? (
                  <span key={root.path}>anywhere in the working folder</span>
                ) : (
                  <code key={placeLabel(root)}>{placeLabel(root)}</code>
                ),
              )}
            <Link href={`/try/first-look?profile=${id}&view=facts`} prefetch={false}>
              Rules<span className="unseen"> of {label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
