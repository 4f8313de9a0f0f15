import "#lib/zod-jitless.ts";
import * as z from "zod/mini";

const text = z.string();
const count = z.number();

const toldFinding = z.object({
  code: text,
  level: z.enum(["error", "warning", "note"]),
  /** Relative to the checked folder, without a leading slash. */
  path: text,
  /** 1-based. */
  line: count,
  /** One sentence without its full stop. */
  says: text,
  /** Ids of the harnesses that the finding is about; absent if it holds for all. */
  harnesses: z.optional(z.array(text)),
  /** Of a skill that another may be picked in place of: path of the other's SKILL.md. */
  rival: z.optional(text),
  /** Whether the finding is neither in the other commit nor in the baseline. */
  isNew: z.boolean(),
  /** Whether the baseline accepts the finding. */
  isAccepted: z.optional(z.literal(true)),
});

/** The JSON that `check` writes. */
export const checkResultShape = z.object({
  version: z.literal(1),
  label: text,
  /** Full id of the commit compared with; absent without one. */
  since: z.optional(text.check(z.regex(/^[0-9a-f]{40,64}$/))),
  skills: count,
  /** New ones first, most serious first. */
  findings: z.array(toldFinding),
  /** Number of that commit's findings that are gone. */
  gone: count,
  /** Results of the skills' own eval cases, by harness. */
  previews: z.array(z.object({ harness: text, label: text, passed: count, judged: count })),
});

/** The result of a check. */
export type CheckResult = z.infer<typeof checkResultShape>;
