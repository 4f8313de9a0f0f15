import { Suspense } from "react";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";

/** Fetched when there is an update to look at. */
const UpdateDialog = fetchedPart(async () => (await import("./update-dialog.tsx")).UpdateDialog);

/** What an update of a source would change, as soon as it has been fetched; outside the panels, as a phone hides some. */
export function UpdateSheet() {
  const activity = useWorkspace((state) => state.activity);
  if (activity.kind !== "update") return null;
  return (
    <Suspense>
      <UpdateDialog key={activity.update.to} update={activity.update} />
    </Suspense>
  );
}
