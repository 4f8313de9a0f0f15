import Link from "next/link";
import { Logo } from "./logo.tsx";
import styles from "./site-frame.module.css";
import { ThemeButton } from "./theme-button.tsx";

const source = "https://github.com/skillground/skillground";

/** The top of the pages that are no lab. */
export function SiteHeader() {
  return (
    <header className={styles.top}>
      <Link href="/" prefetch={false} className={styles.brand}>
        <Logo size={24} />
        Skillground
      </Link>
      <nav aria-label="Site" className={styles.links}>
        <Link href="/guide" prefetch={false}>
          Guide
        </Link>
        <a href={source} rel="noreferrer">
          Source
        </a>
        <ThemeButton />
      </nav>
    </header>
  );
}

/** The promise that stands under all of them. */
export function SiteFooter() {
  return (
    <footer className={styles.foot}>
      <p>
        What you open is only read. No script runs, no message is sent and no file is changed until you say so, and your
        files stay in this browser.
      </p>
      <p>
        <Link href="/guide" prefetch={false}>
          A guide on one page
        </Link>{" "}
        ·{" "}
        <a href={source} rel="noreferrer">
          Free software: the source
        </a>
      </p>
    </footer>
  );
}
