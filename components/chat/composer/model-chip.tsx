import { ChevronDown } from "lucide-react";
import { useRef, useState } from "react";
import { modelName } from "#components/settings/model-name.ts";
import { SettingsDialog } from "#components/settings/settings-button.tsx";
import { Button } from "#components/ui/button.tsx";
import { LateStatus } from "#components/ui/empty-state.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";
import { useIsEmbedded, useWorkspace } from "#components/workspace/workspace-context.tsx";
import styles from "./model-chip.module.css";

/** Fetched when the menu is first opened. */
const ModelMenu = fetchedPart(async () => (await import("#components/settings/model-menu.tsx")).ModelMenu, {
  Waiting: () => <LateStatus>Fetching the menu…</LateStatus>,
});

const menuId = "model-menu";

/** Shows which model will answer; opens the menu of models. */
export function ModelChip() {
  const choice = useWorkspace((state) => state.models.choice);
  const serverModels = useWorkspace((state) => state.serverModels);
  const menu = useRef<HTMLDivElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const [settings, setSettings] = useState<{ readonly source?: string }>();
  const name = choice.source === "demo" ? "Demo model" : modelName(choice, serverModels);
  return (
    <>
      <button type="button" className={styles.chip} popoverTarget={menuId}>
        <span className="unseen">Model: </span>
        {name}
        <ChevronDown size={12} aria-hidden />
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a popover in every browser */}
      <div
        ref={menu}
        id={menuId}
        popover="auto"
        role="group"
        aria-label="Models"
        className={styles.menu}
        onBeforeToggle={({ newState }) => newState === "open" && setWasOpened(true)}
      >
        {wasOpened && (
          <ModelMenu
            onDone={() => menu.current?.hidePopover()}
            onSettings={(source) => setSettings(source ? { source } : {})}
          />
        )}
      </div>
      {settings && <SettingsDialog {...settings} onClose={() => setSettings(undefined)} />}
    </>
  );
}

/** Shown after the demo model's first answer only: offers a real model for what was asked. */
export function RealModelOffer() {
  const isEmbedded = useIsEmbedded();
  const isOffered = useWorkspace(({ models, conversation: { messages, status } }) => {
    const answers = messages.filter(({ role, metadata }) => role === "assistant" && metadata?.model);
    const isFirst = answers.length === 1 && answers[0]?.metadata?.model?.scripted === true;
    return models.choice.source === "demo" && isFirst && status.kind === "ready";
  });
  if (!isOffered || isEmbedded) return null;
  return (
    <p className={styles.offer}>
      That was a script.{" "}
      <Button variant="link" popoverTarget={menuId}>
        Use a real model
      </Button>{" "}
      to have it done.
    </p>
  );
}
