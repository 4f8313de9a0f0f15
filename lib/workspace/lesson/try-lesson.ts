import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { createWorkspaceChat, submitLine } from "#lib/workspace/conversation/workspace-chat.ts";
import type { Core, FetchedSource } from "#lib/workspace/core.ts";
import { createCore } from "#lib/workspace/create-core.ts";
import { addBundledSkills } from "#lib/workspace/opening/arrive.ts";
import { growOwnTree } from "#lib/workspace/opening/restore.ts";
import { mountOffered } from "#lib/workspace/sources/mounting.ts";
import { type LessonVerb, performVerb } from "./lesson-verbs.ts";
import { runLesson } from "./run-lesson.ts";

/** A lesson at work that nobody sees and nothing is kept of: with the demo model, whatever is chosen elsewhere. */
export interface Trial {
  readonly core: Core;
  perform(verb: LessonVerb): Promise<string | undefined>;
  /** Sends what stands in the message box, and resolves when it is answered. `allows`: what the model wants to write. */
  send(allows: boolean): Promise<void>;
  close(): void;
}

const mostQuestions = 20;

/** The id of a call that waits for the person's word. */
function questionIn({ store }: Core): string | undefined {
  const parts = store.getState().conversation.messages.flatMap((message) => message.parts);
  return parts.map(toolCallOf).find((call) => call?.state === "asking")?.id;
}

/** Opens a lesson's project, as `openLesson` makes it, as a workspace of its own. Rejects with `cancelled`. */
export async function tryLesson(fetched: FetchedSource, signal: AbortSignal): Promise<Trial> {
  const closing = new AbortController();
  const core = createCore({ path: "/local/trial", search: "" }, AbortSignal.any([closing.signal, signal]), {
    storage: new Promise(() => undefined),
    onSaved: () => undefined,
    models: defaultModelSettings,
  });
  const chat = createWorkspaceChat(core);
  core.saver.giveUp({ code: "storage-missing" });
  core.bundling = addBundledSkills(core);
  core.own = await growOwnTree(new Map(), core.closed);
  const whole = Promise.resolve(fetched);
  await mountOffered(core, { whole, mount: async (receiver) => receiver.whole(await whole) }, async () => {
    core.store.setState({ phase: { kind: "ready" } });
  });
  runLesson(core);
  return {
    core,
    perform: (verb) => performVerb(core, chat, verb),
    async send(allows) {
      await submitLine(core, chat, core.store.getState().messageText);
      // A model that asks again and again is not waited for.
      for (let asked = 0; asked < mostQuestions; asked++) {
        const question = questionIn(core);
        if (question === undefined) return;
        await (await chat.session()).approve(question, allows);
      }
    },
    close() {
      chat.open?.stop();
      closing.abort();
    },
  };
}
