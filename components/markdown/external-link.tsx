import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { LeavingDialog } from "./leaving-dialog.tsx";
import { linkHost } from "./link-host.ts";
import styles from "./markdown.module.css";

interface ExternalLinkProps {
  /** An address that `linkHost` knows the host of. */
  readonly href: string;
  readonly children?: ReactNode;
}

/**
 * A link in somebody else's text that leads out of the lab: it shows its host, and asks before it opens. A button, not
 * an anchor: no middle click, drag or menu of the browser opens what nobody has read.
 */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  const [asks, setAsking] = useState(false);
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {children}
        <span className={styles.host}>{linkHost(href)} ↗</span>
      </Button>
      {asks && (
        <Suspense>
          <LeavingDialog href={href} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
