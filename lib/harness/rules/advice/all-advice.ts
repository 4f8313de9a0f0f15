import type { ValuesOf } from "#lib/harness/rules/content/content-rule.ts";
import type { Advice } from "./advice.ts";
import { byteOrderMark } from "./byte-order-mark.ts";
import { hiddenText } from "./hidden-text.ts";
import { longDescription } from "./long-description.ts";
import { nameDiffers } from "./name-differs.ts";
import { breaksStandard } from "./standard.ts";

/** All advice, in the order in which it is told. */
export const allAdvice = [
  breaksStandard,
  nameDiffers,
  longDescription,
  byteOrderMark,
  hiddenText,
] as const satisfies readonly Advice[];

type Each = (typeof allAdvice)[number];

/** What each finding is told with. */
export type AdviceValues = { readonly [One in Each as One["code"]]: ValuesOf<One> };
