import { Logo } from "#components/ui/logo.tsx";
import { ThemeButton } from "#components/ui/theme-button.tsx";
import { HarnessStrip } from "./harness-strip.tsx";
import styles from "./landing.module.css";
import { Opener } from "./opener.tsx";
import { Samples } from "./samples.tsx";
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
