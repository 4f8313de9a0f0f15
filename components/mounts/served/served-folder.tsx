"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Logo } from "#components/ui/site/logo.tsx";
import styles from "#components/ui/site/message-page.module.css";
import { failureOrThrow } from "#lib/failure.ts";

/** The page that `skillground serve` opens: opens the folder whose token is in the address's fragment. */
export function ServedFolder() {
  const router = useRouter();
  const [isRefused, setRefused] = useState(false);
  useEffect(() => {
    let isLeft = false;
    // Read once, as development runs effects twice.
    const token = location.hash.slice(1);
    const timer = setTimeout(async () => {
      // Removes the token from the address bar and the history, so that nobody else can open the folder.
      history.replaceState(null, "", location.pathname);
      const path = await open(token);
      if (isLeft) return;
      if (path === undefined) setRefused(true);
      else router.replace(path);
    });
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [router]);
  return (
    <main className={styles.page}>
      <Logo size={32} />
      <h1>{isRefused ? "Folder not opened" : "Opening a folder"}</h1>
      {isRefused ? (
        <p role="alert">Open the address that the terminal shows, as long as “skillground serve” runs there.</p>
      ) : (
        <p role="status">Reading what is in it…</p>
      )}
    </main>
  );
}

async function open(token: string): Promise<string | undefined> {
  try {
    const { arriveAtServed } = await import("#lib/workspace/opening/served-arrival.ts");
    return await arriveAtServed(token);
  } catch (caught) {
    failureOrThrow(caught);
    return undefined;
  }
}
