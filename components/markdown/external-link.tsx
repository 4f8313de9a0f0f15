import { type ReactNode, Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Dialog } from "#components/ui/dialog.tsx";
import { CopyButton } from "#components/ui/text/copy-button.tsx";
import { VisibleText } from "#components/ui/visible/visible-text.tsx";
import { formatCount } from "#lib/format-count.ts";
import { uriDecoded } from "#lib/vfs/uri.ts";
import { percentDecoded, useCarried } from "./carried-text.ts";
import styles from "./markdown.module.css";

interface ExternalLinkProps {
  /** An address whose host `linkHost` can tell. */
  readonly href: string;
  readonly children?: ReactNode;
}

/**
 * A link in untrusted text that leads out of the lab: shows its host, and asks before it opens. A button, not an anchor: no middle click,
 * drag or context menu opens an address that nobody has read.
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

/** The host of a link; `undefined` for relative addresses and all schemes except http(s) and mailto. */
export function linkHost(href: string | undefined): string | undefined {
  if (!href || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === "http:" || url.protocol === "https:") return url.host;
  return url.protocol === "mailto:" ? "mail" : undefined;
}

/** The host in Unicode, where that differs from its ASCII name: `еxample.com` for `xn--xample-2of.com`. */
function unicodeHost(href: string): string | undefined {
  const written = /^https?:\/\/(?:[^/?#]*@)?([^/?#@:]+)/i.exec(href)?.[1];
  if (written === undefined) return undefined;
  const read = (uriDecoded(written) ?? written).normalize("NFKC").toLowerCase();
  return read === linkHost(href)?.replace(/:\d+$/, "") ? undefined : read;
}

interface LeavingDialogProps {
  readonly href: string;
  readonly onClose: () => void;
}

/** Asks before an untrusted address is opened: shows all of it, its host, and which texts of the workspace it carries away. */
function LeavingDialog({ href, onClose }: LeavingDialogProps) {
  const host = linkHost(href);
  const written = unicodeHost(href);
  const decoded = percentDecoded(href);
  const isMail = host === "mail";
  function open() {
    window.open(href, "_blank", "noopener,noreferrer");
    onClose();
  }
  return (
    <Dialog
      title={isMail ? "Write this email?" : "Open this address?"}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <CopyButton text={href} label="Copy address" variant="plain" size="medium" />
          <Button variant="primary" onClick={open}>
            Open
          </Button>
        </>
      }
    >
      <div className={styles.leaving}>
        <p>
          This link comes from a model or a source, not from the lab.{" "}
          {isMail ? "It opens your email program." : <>It leads to {<strong>{host}</strong>}, in a new tab.</>}
        </p>
        {written && (
          <p className={styles.carries}>
            The host looks like <strong>{written}</strong>, but some of its letters are lookalikes. Its exact name is{" "}
            <code>{host}</code>.
          </p>
        )}
        <VisibleText text={href} />
        {decoded !== href && (
          <>
            <p>Decoded, it reads:</p>
            <VisibleText text={decoded} />
          </>
        )}
        <Carries href={href} />
      </div>
    </Dialog>
  );
}

function Carries({ href }: { href: string }) {
  const carried = useCarried(href);
  if (carried === "looking") return <p role="status">Checking it for text from this conversation…</p>;
  if (!carried) return <p role="status">It contains nothing from this conversation or from files the model read.</p>;
  const { characters, longest } = carried;
  return (
    <p role="status" className={styles.carries}>
      It carries {formatCount(characters)} characters from this conversation or from files the model read: “
      {longest.length > 200 ? `${longest.slice(0, 200)}…` : longest}”. Whoever runs {linkHost(href)} will see them.
    </p>
  );
}
