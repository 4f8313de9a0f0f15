import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { createWorkspaceChat, submitLine } from "#lib/workspace/chat/workspace-chat.ts";
import type { Core, FetchedSource } from "#lib/workspace/core.ts";
import { createCore } from "#lib/workspace/create-core.ts";
import { mountOffered } from "#lib/workspace/mounts/mounting.ts";
import { addBundledSkills } from "#lib/workspace/open/arrive.ts";
import { growOwnTree } from "#lib/workspace/open/show-stored.ts";
import { type LessonVerb, performVerb } from "./lesson-verbs.ts";
import { runLesson } from "./run-lesson.ts";

/** A lesson at work that nobody sees and nothing is kept of: with the demo model, whatever is chosen elsewhere. */
export interface Trial {
  readonly core: Core;
  perform(verb: LessonVerb): Promise<string | undefined>;
  /** Sends what stands in the message box, and resolves when it is answered. */
  send(): Promise<void>;
  close(): void;
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
    send: () => submitLine(core, chat, core.store.getState().messageText),
    close() {
      chat.open?.stop();
      closing.abort();
    },
  };
}
