import { GraduationCap } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { apart } from "#components/workspace/asked-dialog.ts";
import styles from "./workshop.module.css";

/** Fetched when it is first opened. */
const WorkshopDialog = fetchedDialog(async () => (await import("./workshop-dialog.tsx")).WorkshopDialog);

/** Where an open source is a workshop as its author has it: what can be done with that. */
export function WorkshopNote({ mountId }: { mountId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.bar} aria-label="Workshop">
      <GraduationCap size={15} aria-hidden />
      <span>This source is a workshop.</span>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Lessons and checks
      </Button>
      {isOpen &&
        apart(
          <Suspense>
            <WorkshopDialog mountId={mountId} onClose={() => setOpen(false)} />
          </Suspense>,
        )}
    </section>
  );
}
