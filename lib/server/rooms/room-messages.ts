import { z } from "zod";
import { FailureError } from "#lib/failure.ts";
import { isShallowText } from "#lib/plain-json.ts";
import { type LostRoom, plainName, type RoomPlan, type RoomRequest, readCode, roomLimits } from "#lib/room/room.ts";
import { readText } from "#lib/server/read-text.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";

const { text: textLength, id: idLength } = roomLimits;

/** One line. Invisible characters are handled where it is shown, as titles are a repository's own. */
const line = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u);
const id = line(idLength);
const seconds = z.number().min(0).max(1e9);
const lineNumber = z.number().int().min(1).max(10_000_000);

const plan = z
  .object({
    workshop: id.refine((path) => parseSourcePath(path) !== undefined && !path.startsWith("/w/")),
    title: line(textLength),
    lessons: z
      .array(
        z.object({
          id,
          title: line(textLength),
          steps: z
            .array(
              z.object({
                id,
                title: line(textLength),
                checks: z.array(z.object({ id, label: line(textLength) })).max(roomLimits.checks),
              }),
            )
            .max(roomLimits.steps),
        }),
      )
      .min(1)
      .max(roomLimits.lessons),
  })
  .refine(({ lessons }) => isUnique(lessons.map((lesson) => lesson.id)))
  .refine(({ lessons }) =>
    lessons.every(({ steps }) => isUnique(steps.flatMap(({ checks }) => checks.map((check) => check.id)))),
  )
  .refine(
    ({ lessons }) => lessons.flatMap(({ steps }) => steps.flatMap(({ checks }) => checks)).length <= roomLimits.checks,
  );

const look = z.object({
  lesson: id,
  step: id,
  file: line(idLength).exactOptional(),
  line: lineNumber.exactOptional(),
  endLine: lineNumber.exactOptional(),
  profile: line(60).exactOptional(),
});

const lostLook = look.extend({ number: z.number().int().min(1).exactOptional() });

const report = z.object({
  lesson: id,
  step: id,
  still: seconds,
  lessons: z
    .array(
      z.object({
        id,
        passed: z
          .array(z.object({ check: id, by: z.enum(["learner", "solution"]), ago: seconds }))
          .max(roomLimits.checks),
      }),
    )
    .max(roomLimits.lessons),
});

const learnerId = z.string().regex(/^[\da-f]{16}$/);

const request = z.discriminatedUnion("do", [
  z.object({ do: z.literal("look"), look: look.exactOptional() }),
  z.object({ do: z.literal("remove"), learner: learnerId }),
  z.object({ do: z.literal("remove-unpassed") }),
  z.object({ do: z.literal("lock"), isLocked: z.boolean() }),
  z.object({ do: z.literal("close") }),
  z.object({ do: z.literal("report"), name: line(roomLimits.name).transform(plainName), report }),
]);

/** With a `code`, the request reopens a room that was lost. */
const opening = z.object({
  plan,
  code: z
    .string()
    .refine((text) => readCode(text) === text)
    .exactOptional(),
  look: lostLook.exactOptional(),
  isLocked: z.boolean().exactOptional(),
  known: z.array(learnerId).max(roomLimits.learners).exactOptional(),
});

export interface Opening extends Partial<LostRoom> {
  readonly plan: RoomPlan;
}

/** @throws FailureError `room-refused`, `too-large` */
export async function readOpening(given: Request): Promise<Opening> {
  return parsed(opening, await readJson(given));
}

/** @throws FailureError `room-refused`, `too-large` */
export async function readRequest(given: Request): Promise<RoomRequest> {
  return parsed(request, await readJson(given));
}

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw refused(`it is not what a room takes (${issue?.path.join(".") || "all of it"})`);
}

async function readJson(given: Request): Promise<unknown> {
  const { text } = await readText(given, roomLimits.bytes);
  if (!isShallowText(text, { depth: 12 })) throw refused("it is nested too deep");
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused("it is no JSON", cause);
  }
}

function isUnique(ids: readonly string[]): boolean {
  return new Set(ids).size === ids.length;
}

export function refused(reason: string, cause?: unknown): FailureError {
  return new FailureError({ code: "room-refused", reason }, { cause });
}
