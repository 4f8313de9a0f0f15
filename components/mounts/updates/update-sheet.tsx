import { Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";

/** Fetched when there is an update to review. */
const UpdateDialog = fetchedPart(async () => (await import("./update-dialog.tsx")).UpdateDialog);

/** Fetched when an imported source differs from its host. */
const ComparedDialog = fetchedPart(async () => (await import("./compared-dialog.tsx")).ComparedDialog);

/** The dialog of an update or a comparison, as soon as its result is there. Outside the panels, because a phone hides some of them. */
export function UpdateSheet() {
  const activity = useWorkspace((state) => state.activity);
  if (activity.kind === "update") {
    return (
      <Suspense>
        <UpdateDialog key={activity.update.to} update={activity.update} />
      </Suspense>
    );
  }
  if (activity.kind !== "compared" || activity.compared.changes.length === 0) return null;
  return (
    <Suspense>
      <ComparedDialog compared={activity.compared} />
    </Suspense>
  );
}
