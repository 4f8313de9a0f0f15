import { type ComponentProps, useState } from "react";
import { MoveDialog } from "#components/files/making/move-button.tsx";
import { fetchedDialog } from "#components/ui/fetched-part.tsx";
import { useAsked } from "#components/workspace/asked-dialog.ts";
import { useStateNow } from "#components/workspace/workspace-context.tsx";

/** Each is fetched when it is first opened. */
const EvalsDialog = fetchedDialog(async () => (await import("#components/evals/evals-dialog.tsx")).EvalsDialog);
const OverlapDialog = fetchedDialog(
  async () => (await import("#components/evals/overlap/overlap-dialog.tsx")).OverlapDialog,
);
const TrimDialog = fetchedDialog(async () => (await import("#components/skills/trim-dialog.tsx")).TrimDialog);
const KeysDialog = fetchedDialog(async () => (await import("#components/palette/keys-dialog.tsx")).KeysDialog);

interface Move {
  readonly kind: "move";
  readonly path: string;
}

interface Evals {
  readonly kind: "evals";
  readonly about: Pick<ComponentProps<typeof EvalsDialog>, "skill" | "pair">;
}

interface Other {
  readonly kind: "keys" | "overlap" | "trim";
}

/** Dialogs that several places open, or whose own buttons come and go; they are about what is selected when they are opened. */
export function AskedDialogs() {
  const stateNow = useStateNow();
  const [shown, setShown] = useState<Move | Evals | Other>();
  useAsked("move", () => {
    const path = stateNow().selection.file?.path;
    if (path !== undefined) setShown({ kind: "move", path });
  });
  useAsked("evals", () => {
    const { selection, view } = stateNow();
    const skill = view.discovery.skills.find(({ location }) => location === selection.skill)?.name;
    setShown({ kind: "evals", about: skill === undefined ? {} : { skill } });
  });
  useAsked("overlap", () => setShown({ kind: "overlap" }));
  useAsked("trim", () => setShown({ kind: "trim" }));
  useAsked("keys", () => setShown({ kind: "keys" }));
  if (!shown) return null;
  const close = () => setShown(undefined);
  switch (shown.kind) {
    case "move":
      return <MoveDialog path={shown.path} onClose={close} />;
    case "evals":
      return <EvalsDialog {...shown.about} onClose={close} />;
    case "overlap":
      return <OverlapDialog onTry={(pair) => setShown({ kind: "evals", about: { pair } })} onClose={close} />;
    case "trim":
      return <TrimDialog onClose={close} />;
    case "keys":
      return <KeysDialog onClose={close} />;
  }
}
