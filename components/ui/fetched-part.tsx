import { type ComponentType, lazy, type ReactNode, startTransition, useState } from "react";
import { failureOrThrow } from "#lib/failure.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./fetched-part.module.css";

interface NotFetchedProps {
  readonly onRetry: () => void;
}

/**
 * A component that is fetched when it is first shown; to be rendered inside `<Suspense>`. If the network has failed by then, `Instead` is
 * shown in its place and the rest of the lab goes on; React's `lazy` alone would unmount the rest too.
 */
export function fetchedPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  Instead: ComponentType<Props & NotFetchedProps> = NotFetched,
): FetchedPart<Props> {
  let part: ComponentType<Props> = attempt();
  function attempt() {
    return lazy(async () => ({ default: await fetch().catch(orMissing) }));
  }
  function orMissing(caught: unknown): ComponentType<Props> {
    // Errors in our own code must not be hidden.
    failureOrThrow(caught);
    return Missing;
  }
  function Missing(props: Props) {
    const [Retried, setRetried] = useState<ComponentType<Props>>();
    if (Retried) return <Retried {...props} />;
    const retry = () => {
      part = attempt();
      startTransition(() => setRetried(() => part));
    };
    return <Instead {...props} onRetry={retry} />;
  }
  function Part(props: Props) {
    const [Shown] = useState(() => part);
    return <Shown {...props} />;
  }
  async function prefetch(): Promise<void> {
    const fetched = await fetch().catch(() => undefined);
    if (fetched) part = fetched;
  }
  return Object.assign(Part, { prefetch });
}

type FetchedPart<Props> = ComponentType<Props> & {
  /**
   * Fetches the part before it is shown. Afterwards it is drawn at once, while React delays what replaces a fallback by 300 ms. Also
   * resolves if fetching fails; the part then says so when it is shown.
   */
  prefetch(): Promise<void>;
};

/** A dialog that is fetched when it is first opened; a placeholder dialog is open meanwhile. */
export function fetchedDialog<Props extends { readonly onClose: () => void }>(
  fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return fetchedPart<Props>(fetch, NotFetchedDialog);
}

const text = "This part of the lab did not load. What is open still works.";

/** Stands in place of a part that could not be fetched. `children`: what that was, in sentences. */
export function NotFetched({ onRetry, children = text }: NotFetchedProps & { readonly children?: ReactNode }) {
  return (
    <p role="alert" className={styles.missing}>
      {children}{" "}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

function NotFetchedDialog({ onRetry, onClose }: NotFetchedProps & { readonly onClose: () => void }) {
  return (
    <Dialog
      title="Not fetched"
      size="small"
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p role="alert">{text}</p>
    </Dialog>
  );
}
