import { GraduationCap } from "lucide-react";
import { Suspense, useState } from "react";
import note from "#components/share/link-note.module.css";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";

/** Fetched when it is first opened. */
const WorkshopDialog = fetchedDialog(async () => (await import("./workshop-dialog.tsx")).WorkshopDialog);

/** Where an open source is a workshop as its author has it: what can be done with that. */
export function WorkshopNote({ mountId }: { mountId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={note.note} aria-label="Workshop">
      <p>
        <GraduationCap size={15} aria-hidden /> This source is a workshop.{" "}
        <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          Lessons and checks
        </Button>
      </p>
      {isOpen && (
        <Suspense>
          <WorkshopDialog mountId={mountId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </section>
  );
}
