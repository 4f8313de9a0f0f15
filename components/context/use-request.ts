import { useMemo } from "react";
import { useWorkspaceInSlices } from "#components/workbench/workspace-context.tsx";
import type { ChatMessage } from "#lib/chat/message.ts";
import { lastReminded } from "#lib/chat/reminder.ts";
import { profileById } from "#lib/harness/profiles.ts";
import { harnessReminder } from "#lib/workspace/harness-reminder.ts";
import { describedSkillTool } from "#lib/workspace/skill-tool-offer.ts";
import { type RequestPiece, requestPieces, toolPiece } from "./request.ts";
import { useInstructions } from "./use-instructions.ts";

/** The request as it stands: what is told of the harness, what was said, and what would go with the next message. */
export function useRequest(messages: readonly ChatMessage[]): readonly RequestPiece[] {
  const instructions = useInstructions();
  const profileId = useWorkspaceInSlices((state) => state.profileId);
  const catalog = useWorkspaceInSlices((state) => state.view.catalog);
  const skills = useWorkspaceInSlices((state) => state.view.discovery.skills);
  return useMemo(() => {
    const profile = profileById(profileId);
    const tool = describedSkillTool(profile, catalog);
    const reminder = harnessReminder(profile, catalog, lastReminded(messages));
    return [
      { role: "system", text: instructions },
      ...(tool ? [toolPiece(tool, catalog)] : []),
      ...requestPieces(messages, skills),
      ...(reminder ? [{ role: "reminder", text: reminder.text.trimStart(), tier: 1 } as const] : []),
    ];
  }, [instructions, profileId, catalog, skills, messages]);
}
