import Link from "next/link";
import { profiles } from "#lib/harness/profiles.ts";
import { placeLabel, type ScopedPath } from "#lib/harness/vocabulary/places.ts";
import styles from "./harness-strip.module.css";

/**
 * The harnesses that the lab covers, and where each looks; a click shows its other rules. Made from the profiles, so it cannot be out of
 * date.
 */
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
            <Link href={`/try/first-look?profile=${id}&view=facts`} prefetch={false}>
              <span className="unseen">Rules of </span>
              {label}
            </Link>
            <Place root={roots.find(({ scope, path }) => scope === "project" && !path.startsWith("/"))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where a harness looks first in a project. */
function Place({ root }: { root: ScopedPath | undefined }) {
  if (!root) return null;
  return root.path === "." ? <span>anywhere in the working folder</span> : <code>{placeLabel(root)}</code>;
}
