import { Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";

/** Fetched when there is an update to look at. */
const UpdateDialog = fetchedPart(async () => (await import("./update-dialog.tsx")).UpdateDialog);

/** And where an imported source was found to differ from its host. */
const ComparedDialog = fetchedPart(async () => (await import("./compared-dialog.tsx")).ComparedDialog);

/** What a source has elsewhere, as soon as it has been fetched and compared; outside the panels, as a phone hides some. */
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
