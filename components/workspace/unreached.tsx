import { useEffect, useState } from "react";
import { isUnreached } from "#lib/failure.ts";

/**
 * Says that what the person did last was not done, because its code could not be fetched. It is a rejection that nothing has handled:
 * what is told elsewhere is not told twice, and nothing that fetches code has to be listed.
 */
export function Unreached({ className }: { readonly className: string | undefined }) {
  const [isTold, setTold] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const tell = (event: PromiseRejectionEvent) => {
      if (!isUnreached(event.reason)) return;
      event.preventDefault();
      setTold(true);
    };
    // What is done next may be done. Clicks include keys on buttons; Enter sends messages.
    const begin = (event: Event) => {
      if (!(event instanceof KeyboardEvent) || event.key === "Enter") setTold(false);
    };
    window.addEventListener("unhandledrejection", tell, { signal });
    window.addEventListener("click", begin, { signal, capture: true });
    window.addEventListener("keydown", begin, { signal, capture: true });
    return () => leaving.abort();
  }, []);
  return (
    <span role="status" className={isTold ? className : undefined}>
      {isTold && "Not done: a part of the lab did not load. Try again once you are online."}
    </span>
  );
}
