import type { ModelSource } from "../source.ts";
import { listCompletions, openCompletions } from "./compatible.ts";

/** A model server on the person's own computer. Where it listens is found on a click (`local-servers.ts`). */
export const local: ModelSource = {
  id: "local",
  label: "A model on this computer",
  about: "Ollama, LM Studio or llama.cpp, running beside the browser.",
  costs: { money: "Free", privacy: "nothing leaves this computer" },
  needs: ["base-url", "model"],
  shows: "no-documents",
  open: openCompletions,
  list: listCompletions,
};
