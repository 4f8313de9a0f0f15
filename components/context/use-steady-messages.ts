import { useState } from "react";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { steadyMessages } from "./steady-messages.ts";

/** The messages as of the last step: see `steadyMessages`. */
export function useSteadyMessages(): readonly ChatMessage[] {
  const [select] = useState(steadyMessages);
  return useWorkspace(select);
}
