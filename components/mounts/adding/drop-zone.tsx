import { FolderDown } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { type Failure, failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import type { Incoming } from "#lib/fetching/incoming.ts";
import { pickDropped } from "#lib/upload/pick.ts";
import styles from "./drop-zone.module.css";
import { uploadOf } from "./upload-of.ts";

/**
 * Takes files dropped anywhere on the page, except on elements that take files themselves (`data-takes-files`). Visible only while
 * something is dragged over the page.
 */
export function DropZone({ onDrop }: { onDrop: (incoming: Incoming) => void }) {
  const [isOver, setOver] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const take = useEffectEvent(async (items: DataTransferItemList) => {
    setFailure(undefined);
    try {
      onDrop(uploadOf(await pickDropped(items)));
    } catch (caught) {
      const known = failureOrThrow(caught);
      setFailure(known);
    }
  });

  useEffect(() => {
    const done = new AbortController();
    const listen = (type: "dragover" | "dragleave" | "drop", listener: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => hasFiles(event) && listener(event), { signal: done.signal });
    listen("dragover", (event) => {
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(!isTaken(event));
    });
    // The event also fires when the pointer moves between elements: only leaving the page counts.
    listen("dragleave", (event) => event.relatedTarget === null && setOver(false));
    listen("drop", (event) => {
      event.preventDefault();
      setOver(false);
      if (event.dataTransfer && !isTaken(event)) void take(event.dataTransfer.items);
    });
    return () => done.abort();
  }, []);

  if (failure) return <DropFailure failure={failure} onDismiss={() => setFailure(undefined)} />;
  if (!isOver) return null;
  return (
    <div className={styles.zone} aria-hidden="true">
      <p>
        <FolderDown size={28} />
        Drop to open it here. Nothing is uploaded to a server.
      </p>
    </div>
  );
}

function DropFailure({ failure, onDismiss }: { failure: Failure; onDismiss: () => void }) {
  const { title, what, next } = failureParts(failure);
  return (
    <div role="alert" className={styles.failure}>
      <p>
        <strong>{title}.</strong> {what} {next}
      </p>
      <Button size="small" onClick={onDismiss}>
        Dismiss
      </Button>
    </div>
  );
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function isTaken({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest("[data-takes-files]") !== null;
}
