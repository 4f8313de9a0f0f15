"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { NotFetched } from "#components/ui/fetched-part.tsx";
import { Logo } from "#components/ui/site/logo.tsx";
import { showTheme, themeFrom } from "#components/ui/site/theme.ts";
import { useIsFirstPage } from "#components/ui/site/use-is-first-page.ts";
import { ignoreFailure } from "#lib/failure.ts";
import { isEmbedAddress } from "#lib/share/embed-address.ts";
import { withoutFile } from "#lib/share/link-query.ts";
import { takeArrival } from "#lib/workspace/opening/arrival.ts";
import { fetchLab, prepareLabAt } from "./fetch-lab.ts";
import styles from "./frame.module.css";
import type { OpenLab } from "./open-lab.ts";
import top from "./top-bar.module.css";

if (typeof window !== "undefined" && !isEmbedAddress(location.pathname, location.search))
  prepareLabAt(location.pathname);

/** The lab, for the workspace of the page's address. */
export function Workbench() {
  const query = useSearchParams().toString();
  const { content, retry } = useLab(usePathname(), query && `?${query}`);
  const isFirst = useIsFirstPage();
  useEffect(() => {
    if (content && !isFirst) beginAtContent();
  }, [content, isFirst]);
  return content ?? <FramePlaceholder onRetry={retry} />;
}

/** Where another page has led here, whose focus is gone with it, the content has it. */
function beginAtContent(): void {
  const main = document.activeElement === document.body && document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
}

interface Opening {
  /** Absent until the lab has been fetched. */
  readonly content?: ReactNode;
  /** Fetches the lab again; present if it could not be fetched. */
  readonly retry?: () => void;
}

/** Opens the workspace after the first render and closes it when the person leaves the page. */
function useLab(path: string, search: string): Opening {
  const [attempt, setAttempt] = useState(0);
  const [opening, setOpening] = useState<Opening>({});
  // The address is left out: it names the file that is looked at, and the workspace stays the same.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens the workspace anew
  useEffect(() => {
    let lab: OpenLab | undefined;
    let left = false;
    async function open() {
      const openLab = await fetchLab().catch(ignoreFailure);
      if (left) return;
      if (!openLab) {
        setOpening({ retry: () => setAttempt((made) => made + 1) });
        return;
      }
      const arrival = takeArrival(path) ?? (await servedAgain(path)) ?? { path };
      if (left) return;
      lab = openLab({ search, fragment: location.hash, ...arrival });
      await draw(lab);
    }
    /** May be retried with the same workspace, because picked files cannot be handed over twice. */
    async function draw(lab: OpenLab) {
      setOpening({});
      const content = await lab.draw().catch(ignoreFailure);
      if (left) return;
      // In a transition, so that the placeholder stays responsive meanwhile.
      if (content) startTransition(() => setOpening({ content }));
      else setOpening({ retry: () => void draw(lab) });
    }
    void open();
    // A link to the same workspace with a payload: the browser stays on this page, so the workspace is opened again.
    const onHash = () => isPayload(location.hash) && setAttempt((made) => made + 1);
    window.addEventListener("hashchange", onHash);
    const theme = new URLSearchParams(search).get("theme");
    if (theme !== null) showTheme(themeFrom(theme));
    return () => {
      left = true;
      window.removeEventListener("hashchange", onHash);
      setOpening({});
      void lab?.close();
    };
  }, [path, withoutFile(search), attempt]);
  return opening;
}

/** Whether the fragment is a payload, not a place on the page (`lib/share/payload/fragment.ts`). */
function isPayload(hash: string): boolean {
  return /^#[a-z]\d+=/.test(hash);
}

/** Follows a folder of `skillground serve` again after a reload. */
async function servedAgain(path: string) {
  if (!path.startsWith("/local/served-")) return undefined;
  const { arrivalAgain } = await import("#lib/workspace/opening/served-arrival.ts");
  return arrivalAgain(path);
}

/** The frame while the workspace opens: the same lines in the same places, so that nothing jumps. */
function FramePlaceholder({ onRetry }: { onRetry: (() => void) | undefined }) {
  return (
    <div className={styles.frame} data-panel="chat" aria-busy={!onRetry}>
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
          {onRetry ? (
            <NotFetched onRetry={onRetry}>
              The lab did not load. Your work is safe. Check that you are online.
            </NotFetched>
          ) : (
            <div className={styles.opening}>
              <LateStatus>Opening the workspace…</LateStatus>
            </div>
          )}
        </div>
        <div className={styles.line} />
        <div className={styles.right} />
      </main>
      <div className={styles.foot} />
    </div>
  );
}
