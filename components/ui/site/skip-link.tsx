import type { ComponentProps } from "react";
import styles from "./skip-link.module.css";

/** The first stop of a page: leads past what every page has. Seen while it has the focus. */
export function SkipLink(props: ComponentProps<"a">) {
  return <a className={styles.skip} {...props} />;
}
