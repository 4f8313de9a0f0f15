import { type ComponentType, Suspense, useState } from "react";
import { MountProgress } from "#components/mounts/activity/mount-progress.tsx";
import { Button } from "#components/ui/button.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { ErrorBoundary } from "#components/ui/error-boundary.tsx";
import { lazyPart } from "#components/ui/fetched-part.tsx";
import { Unreached } from "#components/workspace/unreached.tsx";
import { useActions, useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { Failure } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import { type EmbedView, embedViews } from "#lib/share/embed.ts";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import styles from "./embed-view.module.css";

/** Each view is fetched when it is shown. The report view is apart, because it needs no workspace. */
const views: Readonly<Record<Exclude<EmbedView, "report">, ComponentType<object>>> = {
  skills: lazyPart(async () => (await import("./skills-view.tsx")).SkillsView),
  skill: lazyPart(async () => (await import("./skill-view.tsx")).SkillView),
  why: lazyPart(async () => (await import("./why-view.tsx")).WhyView),
  compare: lazyPart(async () => (await import("./compare-view.tsx")).CompareView),
  chat: lazyPart(async () => (await import("./chat-view.tsx")).ChatView),
};

/** One view of the workspace; until it is open, the progress, or why it does not open. */
export function EmbedContent({ view }: { view: keyof typeof views }) {
  const phase = useWorkspace((state) => state.phase);
  const activity = useWorkspace((state) => state.activity);
  const { cancelMount, retryMount } = useActions();
  const Shown = views[view];
  if (phase.kind === "refused") return <Refused failure={phase.failure} />;
  if (phase.kind === "ready")
    return (
      <ErrorBoundary what="This view">
        <Unread />
        <Unreached className={styles.unread} />
        <Suspense fallback={<LateStatus>Fetching the view…</LateStatus>}>
          <Shown />
        </Suspense>
      </ErrorBoundary>
    );
  if (activity.kind === "failed") return <Refused failure={activity.failure} onRetry={() => void retryMount()} />;
  if (activity.kind === "cloning")
    return (
      <div className={styles.waiting}>
        <MountProgress label={activity.label} progress={activity.progress} onCancel={cancelMount} />
      </div>
    );
  if (phase.kind === "empty")
    return (
      <div className={styles.failed}>
        <p>Nothing was loaded.</p>
        <Button onClick={() => void retryMount()}>Load it</Button>
      </div>
    );
  return <LateStatus>Opening…</LateStatus>;
}

/** Says which parts of the address could not be read. */
function Unread() {
  const losses = useWorkspace((state) => state.losses);
  const names = losses.flatMap((loss) => (loss.kind === "link" ? loss.names : []));
  const [asked] = useState(() => parseLinkQuery(location.search).view);
  if (asked !== undefined && !embedViews.some((known) => known === asked)) names.push("view");
  if (names.length === 0) return null;
  return (
    <p className={styles.unread}>
      Left out of this link, because it is missing or embeds do not show it: {names.join(", ")}.
    </p>
  );
}

/** Why nothing is shown. What needs a token or a key is offered in the lab only. */
function Refused({ failure, onRetry }: { failure: Failure; onRetry?: () => void }) {
  const { title, what } = failureParts(failure);
  return (
    <div role="alert" className={styles.failed}>
      <h1>{title}</h1>
      <p>{what}</p>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
}
