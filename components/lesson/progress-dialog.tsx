import { Dialog } from "#components/ui/dialog.tsx";
import type { LessonProps } from "./lesson-panel.tsx";

export function ProgressDialog({ running, onClose }: Pick<LessonProps, "running"> & { onClose: () => void }) {
  return (
    <Dialog title="Your progress" onClose={onClose}>
      {running.lesson.title}
    </Dialog>
  );
}
