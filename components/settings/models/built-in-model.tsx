import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import type { BuiltInStanding } from "#lib/chat/models/prompt-api.ts";
import { failureOrThrow } from "#lib/failure.ts";
import { failureParts } from "#lib/failure-text.ts";
import styles from "../settings.module.css";

type State =
  | { readonly kind: "asking" }
  | { readonly kind: "told"; readonly standing: BuiltInStanding; readonly problem?: string }
  /** `share`: from 0 to 1, once the browser reports it. */
  | { readonly kind: "fetching"; readonly share?: number };

const promptApi = () => import("#lib/chat/models/prompt-api.ts");

/** The state of the browser's built-in model, and its download. `onWindow`: called with its context window in tokens. */
export function BuiltInModel({ onWindow }: { onWindow: (window: number) => void }) {
  const [state, setState] = useState<State>({ kind: "asking" });
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => {
    let isOver = false;
    void promptApi()
      .then(({ builtInStanding }) => builtInStanding())
      .then((standing) => isOver || setState({ kind: "told", standing }));
    return () => {
      isOver = true;
      stopping.current?.abort();
    };
  }, []);

  async function prepare() {
    const controller = new AbortController();
    stopping.current = controller;
    setState({ kind: "fetching" });
    const { prepareBuiltIn, builtInStanding } = await promptApi();
    try {
      const onProgress = (share: number) => setState({ kind: "fetching", share });
      const window = await prepareBuiltIn({ signal: controller.signal, onProgress });
      setState({ kind: "told", standing: "available" });
      if (window !== undefined) onWindow(window);
    } catch (caught) {
      const failure = failureOrThrow(caught);
      const standing = await builtInStanding();
      const problem = failure.code === "cancelled" ? undefined : failureParts(failure).what;
      setState({ kind: "told", standing, ...(problem !== undefined && { problem }) });
    }
  }
  return (
    <div className={styles.asked}>
      {state.kind === "told" && (state.standing === "downloadable" || state.standing === "downloading") && (
        <Button onClick={() => void prepare()}>
          {state.standing === "downloadable" ? "Download it" : "Wait for the download"}
        </Button>
      )}
      {state.kind === "fetching" && (
        <>
          <Button onClick={() => stopping.current?.abort()}>Cancel</Button>
          <progress aria-label="Download of the browser's model" value={state.share} />
        </>
      )}
      <p role="status" className={styles.promise}>
        {stateText(state)}
      </p>
      {state.kind === "told" && state.problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {state.problem}
        </p>
      )}
    </div>
  );
}

function stateText(state: State): string {
  if (state.kind === "asking") return "Asking the browser…";
  if (state.kind === "fetching")
    return state.share === undefined
      ? "The browser is downloading its model…"
      : `Downloading the browser’s model: ${Math.floor(state.share * 100)}%`;
  return standingTexts[state.standing];
}

const standingTexts: Readonly<Record<BuiltInStanding, string>> = {
  missing: "This browser has no built-in model for pages. Chrome and Edge have one on desktop.",
  unavailable:
    "This device is too small for the browser's model: it needs 22 GB of free disk, and 4 GB of graphics memory or 16 GB of memory.",
  downloadable:
    "The browser downloads its model once, for all sites. It does not say in advance which model or how large.",
  downloading: "The browser is downloading its model.",
  available: "Ready to use.",
};
