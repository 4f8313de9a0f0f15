import type { WriteOptions } from "#lib/upload/write-zip.ts";
import type { Core, WorkspaceChat } from "#lib/workspace/core.ts";
import type { Incoming } from "#lib/workspace/sources/fetch-source.ts";
import type { AuthoredWorkshop } from "./authoring.ts";
import type { WorkshopStanding } from "./certificate.ts";
import type { LessonVerb } from "./lesson-verbs.ts";
import type { LintedWorkshop, LintOptions } from "./lint-workshop.ts";

/** What is done in a lesson. */
export interface LessonActions {
  /** Resolves to a sentence where something else came of it than the button says. */
  lessonVerb(verb: LessonVerb): Promise<string | undefined>;
  /** What was done in all lessons of the workshop that this browser keeps; `undefined` where no lesson is open. */
  workshopStanding(): Promise<WorkshopStanding | undefined>;
  /** The workshop that a mount is; `undefined` where it is gone. */
  authoredWorkshop(mountId: string): Promise<AuthoredWorkshop | undefined>;
  /** Tries every lesson of it. Rejects with `cancelled`. */
  lintWorkshop(
    mountId: string,
    options: Pick<LintOptions, "signal" | "onProgress">,
  ): Promise<LintedWorkshop | undefined>;
  /** One of its lessons, to be opened at an address of its own. */
  lessonIncoming(mountId: string, lesson: string): Promise<Incoming | undefined>;
  /** The text of a lesson made of what was done here. */
  lessonDraft(title: string): Promise<string>;
  /** The same with its files, as a zip archive. */
  makeLesson(title: string, options?: WriteOptions): Promise<File>;
}

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
