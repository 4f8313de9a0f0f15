import { Logo } from "./logo.tsx";
import styles from "./site-frame.module.css";
import { SkipLink } from "./skip-link.tsx";
import { ThemeButton } from "./theme-button.tsx";

/** Where the source of this software is; empty where whoever built it did not say. */
const source = process.env.NEXT_PUBLIC_SOURCE;

/** The top of the pages that are no lab. Its links are plain ones: what follows them in the page weighs more than some of these pages. */
export function SiteHeader() {
  return (
    <header className={styles.top}>
      <SkipLink href="#content">Skip to content</SkipLink>
      <a href="/" className={styles.brand}>
        <Logo size={24} />
        Skillground
      </a>
      <nav aria-label="Site" className={styles.links}>
        <a href="/guide">Guide</a>
        {source && (
          <a href={source} rel="noreferrer">
            Source
          </a>
        )}
        <ThemeButton />
      </nav>
      <span id="content" tabIndex={-1} className="unseen" />
    </header>
  );
}

/** The promise that stands under all of them. */
export function SiteFooter() {
  return (
    <footer className={styles.foot}>
      <p>Your files stay in this browser. Nothing runs or is sent until you say so.</p>
      <p>
        <a href="/guide">Guide</a> · <a href="/harness">Agents compared</a>
        {source && (
          <>
            {" "}
            ·{" "}
            <a href={source} rel="noreferrer">
              Source code
            </a>
          </>
        )}
      </p>
    </footer>
  );
}
