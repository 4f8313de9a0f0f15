import late from "#components/ui/late-status.module.css";
import { useWorkspace } from "./workspace-context.tsx";

/** Stands in a panel until what it shows is known. Not read aloud: the middle tells how far it is. */
export function OpeningNote() {
  const label = useWorkspace(({ activity }) => (activity.kind === "cloning" ? activity.label : "the workspace"));
  return <p className={late.late}>Opening {label} …</p>;
}
