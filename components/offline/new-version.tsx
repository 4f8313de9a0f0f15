"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { keptTheme, showTheme } from "#components/ui/site/theme.ts";
import { keepOffline } from "#lib/offline/registration.ts";
import styles from "./new-version.module.css";

/**
 * Installs the service worker, which keeps the application for offline use, and says when a newer build is available. A newer build is
 * never activated without the person's consent. Until its effects run, it is also the note of a page whose scripts do not arrive, which
 * would otherwise stand there for good and do nothing: the style sheet shows it after a while.
 */
export function NewVersion() {
  const [isOffered, setOffered] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    setLoaded(true);
    // A cached page was rendered without this person's theme cookie.
    if (!document.documentElement.dataset.theme && !location.search.includes("theme=")) showTheme(keptTheme());
    return keepOffline(() => setOffered(true));
  }, []);
  return (
    // Always in the page: a live region that is inserted with its text is not announced.
    <div role="status" aria-label="New version" className={styles.place}>
      {!isLoaded && (
        <p className={`${styles.offer} ${styles.missing}`}>
          This page has not loaded completely. Check that you are online, then reload it. Your saved work is safe.
        </p>
      )}
      {isOffered && (
        <p className={styles.offer}>
          A new version is ready.
          <Button size="small" onClick={() => location.reload()}>
            Reload
          </Button>
          <IconButton label="Not now" onClick={() => setOffered(false)}>
            <X size={14} aria-hidden />
          </IconButton>
        </p>
      )}
    </div>
  );
}
