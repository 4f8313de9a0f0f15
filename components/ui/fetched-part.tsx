import {
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  startTransition,
  useEffect,
  useState,
} from "react";
import { failureOrThrow } from "#lib/failure.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import styles from "./fetched-part.module.css";

interface NotFetchedProps {
  readonly onRetry: () => void;
}

interface Meanwhile<Props> {
  /** Shown while the part is being fetched; absent: nothing. */
  readonly Waiting?: FunctionComponent<Props>;
  /** Shown in its place if it cannot be fetched; absent: a note, and a button to try again. */
  readonly Instead?: FunctionComponent<Props & NotFetchedProps>;
}

/** Shows the same while a part is being fetched and if it cannot be. */
export function standIn<Props>(Shown: FunctionComponent<Props>): Meanwhile<Props> {
  return { Waiting: Shown, Instead: Shown };
}

/** A component that is fetched when it is first shown. If the network has failed by then, the rest of the lab goes on. */
export function fetchedPart<Props extends object>(
  fetch: () => Promise<ComponentType<Props>>,
  { Waiting, Instead }: Meanwhile<Props> = {},
): FetchedPart<Props> {
  const Lazy = lazyPart(fetch, Instead);
  const Part = (props: Props) => (
    <Suspense fallback={Waiting && <Waiting {...props} />}>
      <Lazy {...props} />
    </Suspense>
  );
  return Object.assign(Part, { prefetch: Lazy.prefetch });
}

/**
 * A fetched part without a `<Suspense>` of its own, for where one around it shows something else meanwhile. React's `lazy` alone would
 * unmount the rest of the lab if the network has failed.
 */
export function lazyPart<Props extends object>(
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

/** A dialog that is fetched when it is first opened. If the network has failed by then, another says so in its place. */
export function fetchedDialog<Props extends { readonly onClose: () => void }>(
  fetch: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return fetchedPart<Props>(fetch, { Waiting: FetchingDialog, Instead: NotFetchedDialog });
}

/** Shown after half a second, so that a dialog that is fetched by then opens without anything before it. Called off by Escape, too. */
function FetchingDialog({ onClose }: { readonly onClose: () => void }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      // What it was opened from stays open.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, [onClose]);
  return (
    <p role="status" className={styles.fetching}>
      Loading…
      <Button size="small" onClick={onClose}>
        Cancel
      </Button>
    </p>
  );
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
