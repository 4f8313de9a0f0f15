import "#lib/chat/zod-jitless.ts";
import { z } from "zod";
import type { WriteToolOffer } from "#lib/chat/session.ts";

const path = z.string().describe("Absolute, relative to the working folder, or starting with ~/ for the home folder.");

/** What the tools that change files take, whatever a harness calls them. */
export const writeToolSchemas = {
  write: z.object({ path, content: z.string().describe("The whole file, as it shall be.") }),
  replace: z.object({
    path,
    old_string: z.string().describe("A text that stands in the file exactly once."),
    new_string: z.string().describe("What shall stand there."),
  }),
  patch: z.object({
    path,
    patches: z
      .array(z.object({ find: z.string(), replace: z.string() }))
      .describe("Replacements, one after the other; each find must stand in the file exactly once."),
  }),
} as const satisfies Record<WriteToolOffer["kind"], z.ZodType>;

export const writeToolDescriptions = {
  write: "Writes a whole file, new or in place of the old one. The person is asked first.",
  replace: "Replaces a text that stands in a file exactly once. The person is asked first.",
  patch: "Makes several replacements in a file, all or none. The person is asked first.",
} as const satisfies Record<WriteToolOffer["kind"], string>;
