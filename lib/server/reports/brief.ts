import { z } from "zod";
import type { Report } from "#lib/report/shape.ts";
import type { Made } from "./made.ts";

const count = z.number();

/** The counts that a badge and a card show of a source: a few hundred bytes, parsed again for every picture. */
const briefShape = z.object({
  licence: z.string(),
  skills: count,
  harnesses: z.array(z.object({ id: z.string(), label: z.string(), counts: z.record(z.string(), count) })),
});

export type Brief = z.infer<typeof briefShape>;

/** The counts of a source for a picture, or why there are none. */
export type MadeBrief =
  | (Extract<Made, { kind: "made" }> & { readonly brief: Brief })
  | Extract<Made, { kind: "failed" }>;

export function briefOf({ source, skills, harnesses }: Report): Brief {
  return {
    licence: source.licence,
    skills: skills.length,
    harnesses: harnesses.map(({ id, label, counts }) => ({ id, label, counts })),
  };
}

/** Parses a brief from JSON; `undefined` for anything else. Never throws. */
export function readBrief(text: string): Brief | undefined {
  try {
    return briefShape.parse(JSON.parse(text));
  } catch {
    return undefined; // Any other text is not a brief, whatever is wrong with it.
  }
}
