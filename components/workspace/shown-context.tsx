import { createContext, type ReactNode, use } from "react";
import type { Shown } from "#components/workbench/use-shown.ts";

const ShownContext = createContext<Shown | undefined>(undefined);

export function ShownProvider({ shown, children }: { shown: Shown; children: ReactNode }) {
  return <ShownContext value={shown}>{children}</ShownContext>;
}

/** Brings the conversation to the front, whatever hides it. */
export function useShowConversation(): () => void {
  const shown = use(ShownContext);
  if (!shown) throw new Error("This component must stand inside <ShownProvider>.");
  return () => shown.showMiddle("conversation");
}
