import { useMemo } from "react";
import { useWorkspace } from "#components/workbench/workspace-context.tsx";
import { modelReads } from "./model-reads.ts";

/** The files that the model has read in this conversation. The set stays the same object while nothing is added. */
export function useModelReads(): ReadonlySet<string> {
  const messages = useWorkspace((state) => state.conversation.messages);
  // As text, so that the words streaming in do not redraw every list that marks files.
  const paths = useMemo(() => [...modelReads(messages)].join("\n"), [messages]);
  return useMemo(() => new Set(paths === "" ? [] : paths.split("\n")), [paths]);
}
