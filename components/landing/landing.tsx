import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Link from "next/link";
import { Logo } from "#components/ui/logo.tsx";
import { ThemeButton } from "#components/ui/theme-button.tsx";
import type { Sample } from "#lib/upload/sample.ts";
import { HarnessStrip } from "./harness-strip.tsx";
import styles from "./landing.module.css";
import cards from "./link-card.module.css";
import { Opener } from "./opener.tsx";
import { TierStrip } from "./tier-strip.tsx";
import { WorkspaceList } from "./workspace-list.tsx";

/** The first page: one box to open something, what a skill is in three steps, samples, earlier workspaces. */
export function Landing() {
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <span className={styles.brand}>
          <Logo size={24} />
          Skillground
        </span>
        <ThemeButton />
      </header>
      <main>
        <div className={styles.hero}>
          <h1>
            Try any agent skill.
            <br />
            Nothing to install.
          </h1>
          <p className={styles.lead}>
            Open a repository of skills, see exactly what each agent would find, list or skip, and watch a model use
            them. The files stay in this browser.
          </p>
          <Opener />
        </div>
        <TierStrip />
        <div className={styles.columns}>
          <Samples />
          <WorkspaceList />
        </div>
        <HarnessStrip />
      </main>
      <footer className={styles.foot}>
        <p>
          Everything you open is read only and runs nothing: no script, no prompt, no tool that writes, unless you say
          so.
        </p>
      </footer>
    </div>
  );
}

/** The samples that come with the page; each opens without a key. */
async function Samples() {
  const samples = await builtSamples();
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className={cards.heading}>
        Start with a sample <span>no key needed</span>
      </h2>
      <ul role="list" className={`${cards.list} ${cards.pairs}`}>
        {samples.map(({ id, title, description }) => (
          <li key={id} className={cards.card}>
            <Link href={`/try/${id}`} prefetch={false} className={cards.link}>
              {title}
            </Link>
            <span className={cards.text}>{description}</span>
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
