import { useState } from "react";
import { MoveDialog } from "#components/files/making/move-button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useStateNow } from "#components/workspace/workspace-context.tsx";

/** Fetched when it is first opened. */
const EvalsDialog = fetchedDialog(async () => (await import("#components/evals/evals-dialog.tsx")).EvalsDialog);

/** Fetched when it is first opened. */
const KeysDialog = fetchedDialog(async () => (await import("#components/palette/keys-dialog.tsx")).KeysDialog);

interface Move {
  readonly kind: "move";
  readonly path: string;
}

interface Evals {
  readonly kind: "evals";
  readonly skill?: string;
}

interface Keys {
  readonly kind: "keys";
}

/** Dialogs whose own buttons come and go; they are about what is selected when they are opened. */
export function AskedDialogs() {
  const stateNow = useStateNow();
  const [shown, setShown] = useState<Move | Evals | Keys>();
  useAsked("move", () => {
    const path = stateNow().selection.file?.path;
    if (path !== undefined) setShown({ kind: "move", path });
  });
  useAsked("evals", () => {
    const { selection, view } = stateNow();
    const skill = view.discovery.skills.find(({ location }) => location === selection.skill)?.name;
    setShown({ kind: "evals", ...(skill !== undefined && { skill }) });
  });
  useAsked("keys", () => setShown({ kind: "keys" }));
  if (!shown) return null;
  const close = () => setShown(undefined);
  switch (shown.kind) {
    case "move":
      return <MoveDialog path={shown.path} onClose={close} />;
    case "evals":
      return <EvalsDialog {...(shown.skill !== undefined && { skill: shown.skill })} onClose={close} />;
    case "keys":
      return <KeysDialog onClose={close} />;
  }
}
