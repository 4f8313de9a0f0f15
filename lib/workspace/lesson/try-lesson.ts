import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import type { Editing } from "#lib/editing/editing.ts";
import type { FetchedSource } from "#lib/state/source.ts";
import type { Composer } from "#lib/tree/composer.ts";
import { fetchBundled, growOwnTree } from "#lib/tree/own-tree.ts";
import { createBasicParts } from "#lib/workspace/basic-parts.ts";
import type { Chat } from "#lib/workspace/conversation/chat.ts";
import { createLessons } from "./lessons.ts";
import { type LessonVerb, performVerb } from "./perform-verb.ts";
import { type RunNeeds, runLesson } from "./run-lesson.ts";

/** A running lesson that nobody sees and that saves nothing, always with the demo model. */
export interface LessonTrial extends Pick<RunNeeds, "tree" | "harness" | "lessons" | "store" | "closed"> {
  readonly editing: Editing;
  readonly composer: Composer;
  perform(verb: LessonVerb): Promise<string | undefined>;
  /**
   * Sends the text in the message box, and resolves when it is answered. `allows`: whether the model's writes are
   * allowed.
   */
  send(allows: boolean): Promise<void>;
  close(): void;
}

const mostQuestions = 20;

/** The id of a call that waits for permission. */
function questionIn(chat: Pick<Chat, "state">): string | undefined {
  const parts = chat.state().conversation.messages.flatMap((message) => message.parts);
  return parts.map(toolCallOf).find((call) => call?.state === "asking")?.id;
}

/** Opens a lesson's project, as `openLesson` creates it, as a workspace of its own. Rejects with `cancelled`. */
export async function tryLesson(fetched: FetchedSource, signal: AbortSignal): Promise<LessonTrial> {
  const closing = new AbortController();
  const closed = AbortSignal.any([closing.signal, signal]);
  const parts = createBasicParts(
    {
      id: "/local/trial",
      chosen: defaultModelSettings,
      storage: new Promise(() => undefined),
      onSaved: () => undefined,
      closed,
    },
    () => undefined,
  );
  const { store, slices, keeping, tree, harness, sources, composer, chat } = parts;
  const lessons = createLessons({ slice: slices.lesson, keeping });
  keeping.giveUp({ code: "storage-missing" });
  tree.bundle(fetchBundled(closed));
  tree.putOwn(await growOwnTree(new Map(), closed));
  const { snapshot, ...about } = fetched;
  const onMounted = () => slices.opening.set({ phase: { kind: "ready" } });
  await sources.mountOffered({ kind: "whole", about, snapshot }, { onMounted });
  runLesson({ ...parts, lessons, closed });
  return {
    store,
    tree,
    harness,
    editing: parts.editing,
    composer,
    lessons,
    closed,
    perform: (verb) => performVerb({ ...parts, lessons }, verb),
    async send(allows) {
      await chat.submit(composer.state().messageText);
      // A model that asks again and again is given up.
      for (let asked = 0; asked < mostQuestions; asked++) {
        const question = questionIn(chat);
        if (question === undefined) return;
        await (await chat.session())?.approve(question, allows);
      }
    },
    close() {
      chat.endTurn();
      closing.abort();
    },
  };
}
