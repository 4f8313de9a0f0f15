"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { Button, IconButton } from "#components/ui/button.tsx";
import { keptTheme, showTheme } from "#components/ui/site/theme.ts";
import { keepOffline } from "#lib/offline/registration.ts";
import styles from "./new-version.module.css";

/** Keeps the application for later without a network, and says when a newer build of it is there: never taken unasked. */
export function NewVersion() {
  const [isOffered, setOffered] = useState(false);
  useEffect(() => {
    // A page kept for everybody was drawn without the cookie.
    if (!document.documentElement.dataset.theme && !location.search.includes("theme=")) showTheme(keptTheme());
    return keepOffline(() => setOffered(true));
  }, []);
  return (
    // Always in the page: a live region that is inserted with its text is not announced.
    <div role="status" aria-label="New version" className={styles.place}>
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
