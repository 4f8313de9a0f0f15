import "#lib/chat/zod-jitless.ts";
import * as z from "zod/mini";

const text = z.string();
const count = z.number();

const toldFinding = z.object({
  code: text,
  level: z.enum(["error", "warning", "note"]),
  /** From the folder that was checked, without a slash before it. */
  path: text,
  /** 1-based. */
  line: count,
  says: text,
  harness: z.optional(text),
  /** Whether neither the other commit nor the baseline has it. */
  isNew: z.boolean(),
  /** Whether the baseline has it. */
  isAccepted: z.optional(z.literal(true)),
});

/** What `check` writes as JSON. */
export const checkResultShape = z.object({
  version: z.literal(1),
  label: text,
  /** Full id of the commit that it is held against; absent where there is none. */
  since: z.optional(text.check(z.regex(/^[0-9a-f]{40,64}$/))),
  skills: count,
  /** New ones first, the gravest first. */
  findings: z.array(toldFinding),
  /** Findings of that commit that are gone. */
  gone: count,
  /** Of the skills' own eval cases, under each harness that has some. */
  previews: z.array(z.object({ harness: text, label: text, passed: count, judged: count })),
});

/** What a check comes to. */
export type CheckResult = z.infer<typeof checkResultShape>;
