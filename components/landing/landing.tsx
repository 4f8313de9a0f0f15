import { readFile } from "node:fs/promises";
import { join } from "node:path";
import Link from "next/link";
import { SitePage } from "#components/ui/site/site-frame.tsx";
import { profiles } from "#lib/harness/profiles.ts";
import type { Sample } from "#lib/upload/sample.ts";
import { HarnessStrip } from "./harness-strip.tsx";
import { LabScene } from "./lab-scene.tsx";
import styles from "./landing.module.css";
import cards from "./link-card.module.css";
import { Opener } from "./opener.tsx";
import { RepositoryLink } from "./repository-link.tsx";
import { StoredWorkspaces } from "./stored-workspaces.tsx";
import { TierStrip } from "./tier-strip.tsx";
import { UsualHarness } from "./usual-harness.tsx";

/** The landing page: what this is, one box to open something, the lab at work, and everything that can be opened from here. */
export function Landing() {
  return (
    <SitePage>
      <main>
        <div className={styles.hero}>
          <h1>
            <span>Try any agent skill.</span> <span>Nothing to install.</span>
          </h1>
          <p className={styles.lead}>See which skills your coding agent finds, skips and uses. No account, no key.</p>
          <Opener />
          <UsualHarness harnesses={profiles.map(({ id, label }) => ({ id, label }))} />
          <p className={styles.learn}>
            <Link href="/w/try/skills-101" prefetch={false}>
              Learn skills in 30 minutes
            </Link>{" "}
            <Link href="/guide/workshops" prefetch={false}>
              Teach a class
            </Link>
          </p>
        </div>
        <LabScene />
        <div className={styles.columns}>
          <div className={styles.starts}>
            <Popular />
            <Samples />
          </div>
          <section aria-labelledby="workspaces">
            <h2 id="workspaces" className={cards.heading}>
              Your workspaces
            </h2>
            <StoredWorkspaces />
          </section>
        </div>
        <TierStrip />
        <HarnessStrip />
      </main>
    </SitePage>
  );
}

/** The samples that come with the site; each opens without a key. */
async function Samples() {
  const samples = await builtSamples();
  return (
    <section aria-labelledby="samples">
      <h2 id="samples" className={cards.heading}>
        Samples
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
  return (JSON.parse(text) as readonly Sample[]).filter(({ bundled, workshop }) => !bundled && !workshop);
}

/** Public repositories that many people install skills from. */
const repositories = [
  { name: "anthropics/skills", text: "Office and PDF files, design, writing skills" },
  { name: "obra/superpowers", text: "Plan first, test first, debug to the cause" },
  { name: "vercel-labs/agent-skills", text: "React, Next.js and web design reviews" },
  { name: "mattpocock/skills", text: "A TypeScript teacher’s daily tools" },
  { name: "trailofbits/skills", text: "Security reviews by professionals" },
  { name: "openai/plugins", text: "Codex plugins and their skills" },
] as const;

/** Popular repositories; a click opens one in the lab. */
function Popular() {
  return (
    <section aria-labelledby="popular">
      <h2 id="popular" className={cards.heading}>
        Popular repositories
      </h2>
      <ul role="list" className={`${cards.list} ${cards.pairs}`}>
        {repositories.map(({ name, text }) => (
          <li key={name} className={cards.card}>
            <RepositoryLink source={{ kind: "git", url: `https://github.com/${name}` }} className={cards.link}>
              {name}
            </RepositoryLink>
            <span className={cards.text}>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
