import type { ReactNode } from "react";
import { KeptFocus } from "./kept-focus.tsx";
import { Logo } from "./logo.tsx";
import { promiseText } from "./promise.ts";
import styles from "./site-frame.module.css";
import { SkipLink } from "./skip-link.tsx";
import { ThemeButton } from "./theme-button.tsx";

/** Address of this software's source; empty if the build did not set it. */
const source = process.env.NEXT_PUBLIC_SOURCE;

/** A page that is not a lab, with header and footer. */
export function SitePage({ children }: { readonly children: ReactNode }) {
  return (
    <KeptFocus className={styles.page}>
      <SiteHeader />
      {children}
      <SiteFooter />
    </KeptFocus>
  );
}

/** Its links are plain anchors: Next's link component weighs more than some of these pages. */
function SiteHeader() {
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

/** The footer with the privacy promise, on all of these pages. */
function SiteFooter() {
  return (
    <footer className={styles.foot}>
      <p>Your files stay in this browser. {promiseText}</p>
      <p>
        <a href="/guide">Guide</a> · <a href="/harness">Harnesses compared</a>
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
