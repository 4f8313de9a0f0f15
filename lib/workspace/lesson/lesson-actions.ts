import type { LessonActions } from "#lib/workspace/actions.ts";
import type { Core, WorkspaceChat } from "#lib/workspace/core.ts";

/** The verbs of lessons; what does them is fetched at first use. @param changing refuses what a read-only tab may not do */
export function lessonActions(
  core: Core,
  chat: WorkspaceChat,
  changing: (act: () => Promise<void>) => () => Promise<void>,
): LessonActions {
  return {
    async lessonVerb(verb) {
      let said: string | undefined;
      await changing(async () => {
        said = await (await import("./lesson-verbs.ts")).performVerb(core, chat, verb);
      })();
      return said;
    },
    workshopStanding: async () => (await import("./certificate.ts")).workshopStanding(core),
    authoredWorkshop: async (mountId) => (await authoring()).authoredWorkshop(core, mountId),
    lintWorkshop: async (mountId, options) => (await authoring()).lintMount(core, mountId, options),
    lessonIncoming: async (mountId, lesson) => (await authoring()).lessonIncoming(core, mountId, lesson),
    lessonDraft: async (title) => (await authoring()).lessonDraft(core, title),
    makeLesson: async (title, options) => (await authoring()).makeLesson(core, title, options),
  };
}

/** What only authors need. */
function authoring() {
  return import("./authoring.ts");
}
