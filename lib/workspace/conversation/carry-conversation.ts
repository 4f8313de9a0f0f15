import {
  type ConversationSetting,
  conversationContext,
  conversationFile,
  conversationMarkdown,
} from "#lib/chat/conversations/conversation-file.ts";
import { readConversation } from "#lib/chat/conversations/read-conversation.ts";
import type { Failure } from "#lib/failure.ts";
import type { Tree } from "#lib/tree/tree.ts";
import { add, type ConversationNeeds, loadConversation, mostConversations } from "./conversations.ts";

interface CarryNeeds extends ConversationNeeds {
  readonly tree: Tree;
}

/** The largest file that is read, in bytes: a conversation of thousands of messages has some megabytes. */
const largestFile = 64 * 1024 * 1024;

/**
 * A conversation as a file: Markdown holds the branch on show; JSON holds all of it, with the harness, sources, skills,
 * tools and tokens. `undefined`, with a notice, where the conversation is gone.
 */
export async function exportConversation(
  needs: CarryNeeds,
  id: string,
  as: "markdown" | "json",
): Promise<File | undefined> {
  const read = await loadConversation(needs, id);
  if (!read) return undefined;
  const whole = { head: read.head, branches: read.messages };
  const { skills } = needs.harness.state().view.discovery;
  const messages = whole.branches.map(({ message }) => message);
  const context = conversationContext(messages, settingOf(needs), skills, Date.now());
  return as === "markdown"
    ? new File([conversationMarkdown(whole, context)], `${fileName(read.head.name)}.md`, { type: "text/markdown" })
    : new File(
        [JSON.stringify(conversationFile(whole, context), null, 2)],
        `${fileName(read.head.name)}.conversation.json`,
        {
          type: "application/json",
        },
      );
}

function settingOf(needs: CarryNeeds): ConversationSetting {
  const { title, mounts } = needs.tree.state();
  const { id, label } = needs.harness.profile();
  return {
    workspace: title,
    harness: { id, label },
    sources: mounts.map(({ label: called, source, commit }) => ({
      label: called,
      ...(source.kind === "git" && { url: source.url }),
      ...(commit !== undefined && { commit }),
    })),
  };
}

/** A file name that no file system refuses. */
function fileName(name: string): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-+|-+$/g, "");
  return [...plain].slice(0, 60).join("") || "conversation";
}

/**
 * Adds a conversation from a file that anyone may have made: it must meet all rules of the SDK, its open questions are
 * closed, and it gets a new id. Resolves to the failure where it cannot be taken.
 */
export async function importConversation(needs: CarryNeeds, file: File): Promise<Failure | undefined> {
  const refused = (reason: string): Failure => ({ code: "conversation-file-refused", name: file.name, reason });
  if (file.size > largestFile) return refused("it is larger than 64 MB");
  if (needs.slice.get().conversations.length >= mostConversations)
    return refused(`this workspace has ${mostConversations} conversations, the most it can have`);
  const read = await readConversation(crypto.randomUUID(), await file.text());
  if (typeof read === "string") return refused(read);
  const { head, branches, total } = read;
  if (branches.length === 0) return refused("it is empty");
  await add(needs, { head, messages: branches });
  if (branches.length < total) {
    const cut = { kind: "conversation-cut", kept: branches.length, total } as const;
    needs.keeping.lose(cut);
  }
  return undefined;
}
