import { useCallback, useEffect, useEffectEvent } from "react";
import { focusOnce } from "#components/ui/focus.ts";
import { chooseTheme } from "#components/ui/site/theme.ts";
import { askFor } from "#components/workspace/asked-dialog.ts";
import { messageBoxId } from "#components/workspace/message-box.ts";
import { useShowConversation, useShowPanel } from "#components/workspace/shown-context.tsx";
import { useActions, useStateNow, useWorkspace } from "#components/workspace/workspace-context.tsx";
import { type Action, type ActionContext, canBeDone, isPressed } from "./action.ts";
import { shortcutsIn } from "./all-actions.ts";

type Panel = Parameters<ActionContext["showPanel"]>[0];

/** The accessible names of the panels' landmarks. */
const landmarks: Readonly<Record<Panel, string>> = {
  lesson: "Lesson",
  skills: "Skills",
  files: "Files",
  file: "File",
  chat: "Conversation",
  context: "Context",
  problems: "Problems",
};

/**
 * Returns a function that shows a panel and focuses it, before the next key arrives: React has drawn by the next microtask what a key or a
 * click has changed.
 */
export function useGoToPanel(): (panel: Panel) => void {
  const show = useShowPanel();
  const showConversation = useShowConversation();
  return useCallback(
    (panel) => {
      if (panel === "chat") showConversation();
      // The problems stand above the list of skills.
      else show(panel === "problems" ? "skills" : panel);
      queueMicrotask(() => focusPanel(landmarks[panel]));
    },
    [show, showConversation],
  );
}

/** Returns a function that runs an action on the workspace as it is at that moment. */
export function useRunAction(): (action: Action) => void {
  const stateNow = useStateNow();
  const verbs = useActions();
  const showPanel = useGoToPanel();
  const showConversation = useShowConversation();
  return useCallback(
    (action) =>
      action.run({
        state: stateNow(),
        verbs,
        ask: askFor,
        chooseTheme,
        showPanel,
        writeMessage() {
          showConversation();
          queueMicrotask(() => document.getElementById(messageBoxId)?.focus());
        },
        walkPanels,
      }),
    [stateNow, verbs, showPanel, showConversation],
  );
}

function focusPanel(landmark: string): void {
  focusOnce(document.querySelector<HTMLElement>(`section[aria-label="${landmark}"]`));
}

function walkPanels(step: 1 | -1): void {
  const panels = [...document.querySelectorAll<HTMLElement>("main section[aria-label]")].filter(
    (panel) => panel.checkVisibility() && !panel.parentElement?.closest("section[aria-label]"),
  );
  const at = panels.findIndex((panel) => panel.contains(document.activeElement));
  const next = at < 0 && step < 0 ? -1 : at + step;
  focusOnce(panels.at(next % panels.length));
}

/** Whether keys pressed in this element type text. */
function isTypedInto(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.matches("input, textarea, select, [contenteditable='true'], [contenteditable='']")
  );
}

/** Whether an action is possible in the current state. */
export function useCanBeDone(action: Action): boolean {
  return useWorkspace((state) => canBeDone(action, state));
}

/** Listens for the shortcuts of all actions anywhere in the page, except over a dialog, which may be asking something. */
export function useShortcuts(): void {
  const run = useRunAction();
  const stateNow = useStateNow();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    const action = shortcutsIn(stateNow()).find(({ keys }) => keys && isPressed(keys, event));
    if (!action || (action.keys?.kind === "alone" && isTypedInto(event.target))) return;
    event.preventDefault();
    run(action);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
}
