import "#lib/zod-jitless.ts";
import * as z from "zod/mini";
import { lastTime } from "#lib/storage/storage-shapes.ts";

// The shapes of a lesson in a workspace's record; `record-shapes.ts` has those of everything else.

const text = z.string().check(z.maxLength(10_000));
export const count = z.number().check(z.nonnegative());
/** In milliseconds since 1970. */
const time = count.check(z.maximum(lastTime));

const step = z.object({ id: text, title: text, checks: z.array(z.object({ id: text, label: text })) });

export const lessonTexts = z.object({
  workshop: text,
  model: z.enum(["demo", "any"]),
  lessons: z.array(z.object({ id: text, title: text, steps: z.optional(z.array(step)) })),
  id: text,
  text: z.string(),
  solution: z.array(z.object({ path: text, text: z.string() })),
  prompt: z.optional(z.string()),
});

export const lessonFile = z.object({ path: text, text: z.nullable(z.string()) });

const happened = { seq: count, at: time };

export const lessonEvent = z.discriminatedUnion("kind", [
  z.object({ ...happened, kind: z.enum(["prompt", "answer"]), text: z.string() }),
  z.object({ ...happened, kind: z.literal("command"), line: z.string() }),
  z.object({ ...happened, kind: z.literal("invoked"), skill: z.string(), by: z.enum(["model", "user"]) }),
  z.object({ ...happened, kind: z.literal("read"), path: z.string() }),
  z.object({ ...happened, kind: z.literal("tool"), tool: z.string(), input: z.string() }),
  z.object({
    ...happened,
    kind: z.literal("ran"),
    path: z.string(),
    status: z.number(),
    by: z.enum(["model", "user"]),
  }),
  z.object({ ...happened, kind: z.literal("quiz"), check: text, choice: count, isRight: z.boolean() }),
  z.object({ ...happened, kind: z.enum(["hint", "solution", "skipped", "reset"]), step: text }),
]);

export const openedStep = z.object({ step: text, from: count, changed: z.optional(z.array(lessonFile)) });

export const passedCheck = z.object({ check: text, at: time, by: z.enum(["learner", "solution"]) });

export const lessonProgress = z.object({
  step: text,
  opened: z.array(openedStep),
  passed: z.array(passedCheck),
  skipped: z.array(text),
  log: z.object({ events: z.array(lessonEvent), next: count }),
  mine: z.optional(z.array(lessonFile)),
  known: z.array(text),
});
