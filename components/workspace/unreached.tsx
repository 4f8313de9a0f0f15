import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import dialog from "#components/ui/dialog.module.css";
import { isUnreached } from "#lib/failure.ts";

/**
 * Says that what the person did last was not done, because its code could not be fetched. It is a rejection that nothing has handled:
 * what is told elsewhere is not told twice, and nothing that fetches code has to be listed. Said in the modal dialog on top, if one is open:
 * what is behind is neither seen nor announced.
 */
export function Unreached({ className }: { readonly className: string | undefined }) {
  const [told, setTold] = useState<{ readonly dialog: Element | undefined }>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (event: PromiseRejectionEvent) => {
      if (!isUnreached(event.reason)) return;
      event.preventDefault();
      setTold({ dialog: [...document.querySelectorAll("dialog:modal")].at(-1) });
    };
    // What is done next may be done. Clicks include keys on buttons; Enter sends messages.
    const begin = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Enter") setTold(undefined);
    };
    window.addEventListener("unhandledrejection", tell, { signal });
    window.addEventListener("click", begin, { signal, capture: true });
    window.addEventListener("keydown", begin, { signal, capture: true });
    return () => leaving.abort();
  }, []);
  const text = told && "Not done: a part of the lab did not load. Try again once you are online.";
  if (told?.dialog)
    return createPortal(
      <p role="alert" className={dialog.unreached}>
        {text}
      </p>,
      told.dialog,
    );
  return (
    <span role="status" className={told && className}>
      {text}
    </span>
  );
}
