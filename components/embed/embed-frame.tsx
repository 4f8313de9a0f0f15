import { ArrowUpRight } from "lucide-react";
import { type MouseEvent, type ReactNode, useRef, useSyncExternalStore } from "react";
import { useKeptFocus } from "#components/ui/focus.ts";
import { Logo } from "#components/ui/site/logo.tsx";
import { type EmbedView, withoutEmbed } from "#lib/share/embed.ts";
import styles from "./embed-frame.module.css";
import { useHeightMessages } from "./height-message.ts";

interface EmbedFrameProps {
  readonly view: EmbedView;
  readonly children: ReactNode;
}

/** The frame of every embed: the link out of it is always in sight. All links open in a new tab. */
export function EmbedFrame({ view, children }: EmbedFrameProps) {
  const card = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useHeightMessages(card, content);
  useKeptFocus(card);
  const outside = useSyncExternalStore(
    onNothing,
    () => withoutEmbed(location),
    () => "/",
  );
  const brings = useSyncExternalStore(onNothing, carriesChanges, () => false);
  return (
    <div ref={card} className={styles.embed} data-view={view} onClickCapture={openInNewTab}>
      <main className={styles.scroll} tabIndex={0} aria-label="Embed">
        <div ref={content} className={styles.content}>
          {children}
        </div>
      </main>
      <footer className={styles.foot}>
        <span className={styles.brand}>
          <Logo size={16} />
          <span>Skillground</span>
        </span>
        {brings && <p className={styles.brings}>The link also brings changes. Review them there.</p>}
        <a className={styles.open} href={outside} target="_blank" rel="noopener">
          Open in Skillground <ArrowUpRight size={14} aria-hidden />
        </a>
      </footer>
    </div>
  );
}

/** A subscription to nothing: the address of an embed never changes. */
function onNothing(): () => void {
  return () => undefined;
}

/** Whether the address's fragment carries changes that only the lab can show and ask about. */
function carriesChanges(): boolean {
  return /^#[a-z]\d+=/.test(location.hash);
}

/** Listens before all other listeners, including the router's, so that the frame itself never navigates. */
function openInNewTab({ target }: MouseEvent): void {
  const link = target instanceof Element ? target.closest("a") : null;
  if (!link) return;
  link.target = "_blank";
  link.rel = "noopener";
}
