import { Logo } from "#components/ui/logo.tsx";
import styles from "./frame.module.css";
import top from "./top-bar.module.css";

/** The frame while the workspace opens: the same lines in the same places, so that nothing jumps. */
export function FramePlaceholder() {
  return (
    <div className={styles.frame} data-panel="chat" aria-busy="true">
      <header className={top.bar}>
        <span className={top.home}>
          <Logo />
          <span className={top.name}>Skillground</span>
        </span>
      </header>
      <main className={styles.main}>
        <div className={styles.left} />
        <div className={styles.line} />
        <div className={styles.middle}>
          <p className="unseen" role="status">
            Opening the workspace
          </p>
        </div>
        <div className={styles.line} />
        <div className={styles.right} />
      </main>
      <div className={styles.foot} />
    </div>
  );
}
