import { noticeText } from "#lib/harness/notice-text.ts";
import type { Notice } from "#lib/harness/vocabulary/notice.ts";
import { visible } from "#lib/report/trust/patterns.ts";
import type { Level } from "#lib/report/trust/rule.ts";
import type { TreeHit } from "./rule.ts";

/** Turns notices of some kinds from reading the files into findings of the given levels. */
export function* noticed(
  notices: readonly Notice[],
  levels: { readonly [Code in Notice["code"]]?: Level },
): Generator<TreeHit> {
  for (const notice of notices) {
    const { code, path } = notice;
    const level = levels[code];
    if (level) yield { level, path, line: 1, says: noticeText(notice).title, excerpt: visible(path) };
  }
}
