import { createContext, type ReactNode, use, useState } from "react";
import { parseLinkQuery } from "#lib/share/link-query.ts";
import type { Selection } from "#lib/state/state.ts";
import { useHasLesson, useWorkspace } from "./workspace-context.tsx";

/** `file`: the open file, which shares the middle with the conversation. */
export type PanelId = "lesson" | "skills" | "files" | "file" | "chat" | "context";

export interface Shown {
  /** The one panel that a phone shows. */
  readonly panel: PanelId;
  /** What the middle shows. */
  readonly middle: "conversation" | "file";
  showPanel(panel: PanelId): void;
}

interface Choice {
  readonly panel: PanelId;
  readonly middle: "conversation" | "file";
  /** The file that was open when the person chose. */
  readonly at: Selection["file"];
}

/** Which panel and which content of the middle are shown. Opening a file brings it to the front. */
export function useShown(): Shown {
  const file = useWorkspace((state) => state.selection.file);
  const hasLesson = useHasLesson();
  // A file that was open before a reload comes to the front, whether the workspace is restored before this is rendered or after.
  const [beforeAny] = useState<Choice>(() => ({ panel: linkedPanel(), middle: "conversation", at: undefined }));
  const [choice, setChoice] = useState(beforeAny);
  // On a phone a lesson comes first; a file that the lesson opens comes to the front from then on.
  if (hasLesson && choice === beforeAny) {
    setChoice({ panel: "lesson", middle: file ? "file" : "conversation", at: file });
  }
  const isNews = file !== undefined && file !== choice.at;
  const chosen = isNews ? "file" : choice.panel;
  const middle = isNews ? "file" : file ? choice.middle : "conversation";
  return {
    panel: chosen === "file" && !file ? "chat" : chosen,
    middle,
    showPanel: (next) => setChoice({ panel: next, middle: middleOf(next) ?? middle, at: file }),
  };
}

/** What the middle shows for a panel; `undefined` for the panels beside it. */
function middleOf(panel: PanelId): Shown["middle"] | undefined {
  return panel === "file" ? "file" : panel === "chat" ? "conversation" : undefined;
}

/** The panel that a link shows first; for views that are not panels, the conversation. */
function linkedPanel(): PanelId {
  const { view } = parseLinkQuery(location.search);
  if (view === "why" || view === "skill") return "skills";
  return view === "skills" || view === "files" || view === "context" ? view : "chat";
}

const ShownContext = createContext<Shown | undefined>(undefined);

export function ShownProvider({ shown, children }: { shown: Shown; children: ReactNode }) {
  return <ShownContext value={shown}>{children}</ShownContext>;
}

function useShownContext(): Shown {
  const shown = use(ShownContext);
  if (!shown) throw new Error("This component must stand inside <ShownProvider>.");
  return shown;
}

/** Returns a function that shows a panel where only one fits. */
export function useShowPanel(): (panel: PanelId) => void {
  return useShownContext().showPanel;
}

/** Returns a function that shows the middle where only one panel fits. */
export function useShowMiddle(): () => void {
  const shown = useShownContext();
  return () => shown.showPanel(shown.middle === "file" ? "file" : "chat");
}

/** Returns a function that shows the conversation, on a phone and where a file covers it. */
export function useShowConversation(): () => void {
  const shown = useShownContext();
  return () => shown.showPanel("chat");
}
