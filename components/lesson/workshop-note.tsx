import { GraduationCap } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { apart } from "#components/workspace/asked-dialog.ts";
import styles from "./workshop.module.css";

/** Fetched when it is first opened. */
const WorkshopDialog = fetchedDialog(async () => (await import("./workshop-dialog.tsx")).WorkshopDialog);

/** Shown where an open source is an author's workshop: what the author can do with it. */
export function WorkshopNote({ mountId }: { mountId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.bar} aria-label="Workshop">
      <GraduationCap size={15} aria-hidden />
      <span>This source is a workshop.</span>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Lessons and checks
      </Button>
      {isOpen && apart(<WorkshopDialog mountId={mountId} onClose={() => setOpen(false)} />)}
    </section>
  );
}
