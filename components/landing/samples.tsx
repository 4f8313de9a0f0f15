import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Link from "next/link";
import type { Sample } from "#lib/upload/sample.ts";
import styles from "./link-card.module.css";

/** The samples that come with the page; each opens without a key. */
export async function Samples() {
  const samples = await builtSamples();
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className={styles.heading}>
        Start with a sample <span>no key needed</span>
      </h2>
      <ul role="list" className={`${styles.list} ${styles.pairs}`}>
        {samples.map(({ id, title, description }) => (
          <li key={id} className={styles.card}>
            <Link href={`/try/${id}`} prefetch={false} className={styles.link}>
              {title}
            </Link>
            <span className={styles.text}>{description}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function builtSamples(): Promise<readonly Sample[]> {
  const text = await readFile(join(process.cwd(), "public/samples/index.json"), "utf8");
  return (JSON.parse(text) as readonly Sample[]).filter(({ bundled }) => !bundled);
}
