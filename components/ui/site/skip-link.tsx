import type { ComponentProps } from "react";
import styles from "./skip-link.module.css";

/** The first tab stop of a page: skips what every page has. Visible while focused. */
export function SkipLink(props: ComponentProps<"a">) {
  return <a className={styles.skip} {...props} />;
}
