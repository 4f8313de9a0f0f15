import { useEffect, useState } from "react";
import { messageText } from "#components/transcript/message-text.ts";
import { stepOf } from "#components/transcript/steps.ts";
import { useWorkspace } from "#components/workspace/workspace-context.tsx";
import { inSlices } from "#lib/async/slices.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import { readsOf } from "#lib/chat/reads.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { failureOf } from "#lib/failure.ts";
import type { Skill } from "#lib/harness/vocabulary/skill.ts";
import { type Files, readText } from "#lib/vfs/files.ts";
import { type Carried, carriedText } from "./carried-text.ts";

/** What of the address stands in what the model was given; looked for in slices. */
export function useCarried(href: string): Carried | "looking" | undefined {
  const messages = useWorkspace((state) => state.conversation.messages);
  const skills = useWorkspace((state) => state.view.discovery.skills);
  const files = useWorkspace((state) => state.files);
  const [found, setFound] = useState<Carried | "looking" | undefined>("looking");
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it stood when the person was asked
  useEffect(() => {
    const abort = new AbortController();
    async function look() {
      try {
        const search = carriedText(href, givenTexts(messages, skills, files));
        setFound(await inSlices(search, { signal: abort.signal }));
      } catch (caught) {
        if (failureOf(caught)?.code !== "cancelled") throw caught;
      }
    }
    void look();
    return () => abort.abort();
  }, [href]);
  return found;
}

/** What people wrote, what tools gave and the files that were read; the latest first. What the model wrote is left out. */
function* givenTexts(messages: readonly ChatMessage[], skills: readonly Skill[], files: Files): Generator<string> {
  for (const message of messages.toReversed()) {
    if (message.role === "user") yield messageText(message);
    else {
      for (const part of message.parts) {
        const call = toolCallOf(part);
        const read = call && stepOf(call, skills).read;
        if (read !== undefined) yield read;
      }
    }
  }
  for (const path of readsOf(messages, skills).paths) yield readText(files, path) ?? "";
}
