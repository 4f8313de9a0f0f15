import { anyOf } from "./any-of.ts";
import { visible } from "./patterns.ts";
import type { Hit, TrustRule } from "./rule.ts";
import { commentsIn, type TrustFile } from "./trust-file.ts";

/** Words in comments that tools leave for each other, and copyright notices. */
const ordinary =
  /^(?:prettier|markdownlint|eslint|biome|cspell|vale|textlint|lint|toc\b|\/?toc|start|end|begin|doctoc|all-contributors|badges?|omit|more|include|snippet|region|endregion|\/?#|auto-?gen|generated|copyright|\(?c\)|licen[sc]e|spdx|todo|fixme|note:|replace|fill|optional|delete|remove this|example|insert|your |add |describe|one |if )/i;

/** The origin of a page: only an address, a licence and names. */
const origin =
  /^(?:source|adapted from|based on|credits?)\s{0,2}:?\s{1,2}https?:\/\/[\w./-]{1,200}(?:\s{0,2}\|\s{0,2}(?:licen[sc]e|authors?|copyright|version|date)\s{0,2}:[\w\s.,()/-]{1,120}){0,4}$/i;

const active =
  /https?:\/\/|\b(?:curl|wget|bash|sudo|execute|run the|send|upload|fetch|ignore|secret|password|token)\b/i;

/** An element that is hidden on the rendered page: its words are for a model. */
const hiddenElement =
  /<[a-z]{1,12}[^>\n]{0,200}style\s{0,3}=\s{0,3}["'][^"'\n]{0,120}(?:display\s{0,3}:\s{0,3}none|visibility\s{0,3}:\s{0,3}hidden|font-size\s{0,3}:\s{0,3}0(?:px|pt|em)?\s{0,3}[;"']|opacity\s{0,3}:\s{0,3}0\s{0,3}[;"']|color\s{0,3}:\s{0,3}(?:white|#fff(?:fff)?|transparent)\s{0,3}[;"'])|<[a-z]{1,12}(?:\s{1,4}[\w-]{1,40}=["'][^"'\n]{0,120}["']){0,6}\s{1,4}hidden(?:\s{0,4}\/?>|=["']hidden["'])/gi;

/** `[//]: # (text)`, which no renderer shows. */
const referenceComment = /^\[(?:\/\/|comment|_|#)\]:\s{1,4}(?:#|<>)\s{1,4}["'(]([^\n]{1,2000})["')]/gim;

const mayRefer = anyOf("]: ");
const mayHide = anyOf("style", "hidden");

/** Text in Markdown that no page shows. */
export const htmlComment: TrustRule = {
  code: "html-comment",
  title: "Text in a comment, hidden on a rendered page",
  why: "A person reading the page does not see it; a model does. Most comments are harmless: read this one.",
  level: "note",
  *find(file) {
    if (file.kind !== "text") return;
    yield* commentHits(file);
    for (const { 1: comment = "", index } of file.has(mayRefer) ? file.text.matchAll(referenceComment) : []) {
      if (comment.length >= 12) yield { line: file.lineAt(index), excerpt: visible(comment).slice(0, 400) };
    }
    if (!file.has(mayHide)) return;
    for (const { index } of file.text.matchAll(hiddenElement)) {
      const tag = file.text.slice(index, file.text.indexOf(">", index) + 1);
      if (file.isFenced(index) || file.text[index - 1] === "`" || /background/i.test(tag)) continue;
      const excerpt = visible(file.text.slice(index, index + 300));
      yield { line: file.lineAt(index), excerpt, level: "look", says: "Text that its style hides" };
    }
  },
};

function* commentHits({ text, lineAt }: TrustFile): Generator<Hit> {
  for (const [from, to] of commentsIn(text)) {
    const comment = text.slice(from, Math.min(to, from + 4000)).trim();
    if (comment.length < 12 || ordinary.test(comment)) continue;
    const isActive = active.test(comment) && comment.length > 40 && !origin.test(comment);
    yield {
      line: lineAt(from),
      excerpt: visible(comment).slice(0, 400),
      ...(isActive && { level: "look" as const }),
    };
  }
}
