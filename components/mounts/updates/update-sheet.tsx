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
    return <UpdateDialog key={activity.update.to} update={activity.update} />;
  }
  if (activity.kind !== "compared" || activity.compared.changes.length === 0) return null;
  return <ComparedDialog compared={activity.compared} />;
}
