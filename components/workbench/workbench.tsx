"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { Suspense, startTransition, useEffect, useState } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { Logo } from "#components/ui/logo.tsx";
import { showTheme, themeFrom } from "#components/ui/theme.ts";
import { useWorkspace, WorkspaceProvider } from "#components/workspace/workspace-context.tsx";
import { nextTask } from "#lib/async/slices.ts";
import { prepareSample } from "#lib/upload/sample.ts";
import { takeArrival } from "#lib/workspace/open/arrival.ts";
import type { Workspace } from "#lib/workspace/workspace.ts";
import styles from "./frame.module.css";
import { Frame } from "./frame.tsx";
import top from "./top-bar.module.css";

/** Fetched only for an address that cannot be opened. */
const RefusedAddress = fetchedPart(async () => (await import("./refused-address.tsx")).RefusedAddress);

// Fetched ahead, while the frame is drawn. A failed fetch is repeated where the module is needed.
if (typeof window !== "undefined") {
  void import("#lib/workspace/open-workspace.ts").catch(() => undefined);
  prepareSample("bundled");
}

/** The lab, for the workspace of the page's address. */
export function Workbench() {
  const query = useSearchParams().toString();
  const workspace = useOpenedWorkspace(usePathname(), query && `?${query}`);
  if (!workspace) return <FramePlaceholder />;
  return (
    <WorkspaceProvider workspace={workspace}>
      <Lab />
    </WorkspaceProvider>
  );
}

function Lab() {
  const phase = useWorkspace((state) => state.phase);
  if (phase.kind !== "refused") return <Frame />;
  return (
    <Suspense>
      <RefusedAddress failure={phase.failure} />
    </Suspense>
  );
}

/** Opens the workspace after the first render and closes it when the person leaves. */
function useOpenedWorkspace(path: string, search: string): Workspace | undefined {
  const [workspace, setWorkspace] = useState<Workspace>();
  useEffect(() => {
    let opened: Workspace | undefined;
    let left = false;
    async function open() {
      // The volume, the profiles and the parsers are not needed to draw the frame.
      const { openWorkspace } = await import("#lib/workspace/open-workspace.ts");
      // Evaluating them was work enough for one task.
      await nextTask();
      if (left) return;
      opened = openWorkspace({ search, ...(takeArrival(path) ?? { path }) });
      const workspace = opened;
      // Drawn in slices, so that the placeholder stays alive meanwhile.
      startTransition(() => setWorkspace(workspace));
    }
    void open();
    const theme = new URLSearchParams(search).get("theme");
    if (theme !== null) showTheme(themeFrom(theme));
    return () => {
      left = true;
      setWorkspace(undefined);
      void opened?.close();
    };
  }, [path, search]);
  return workspace;
}

/** The frame while the workspace opens: the same lines in the same places, so that nothing jumps. */
function FramePlaceholder() {
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
