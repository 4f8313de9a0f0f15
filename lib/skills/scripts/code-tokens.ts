/** A token of source code, with its 1-based line. Comments and blanks are not tokens. */
export interface CodeToken {
  /** `end`: the end of a line. */
  readonly kind: "word" | "string" | "sign" | "end";
  /** The text; of a string what is between its quotes, as written. */
  readonly text: string;
  readonly line: number;
  /** Number of blanks before the token, if it is the first of its line. */
  readonly indent?: number;
}

/** The lexical forms of a language, tried in order wherever a token can begin. A form of kind `undefined` is skipped. */
export type CodeForms = readonly (readonly [RegExp, CodeToken["kind"] | undefined])[];

/** Most tokens of one text: enough for scripts of thousands of lines. */
const most = 200_000;

/**
 * The tokens of a text, in one pass. A token's text is its form's first group, or the whole match if there is none.
 * @param canFollow whether a form may be tried after this token
 */
export function* codeTokens(
  text: string,
  forms: CodeForms,
  canFollow: (form: RegExp, before: CodeToken | undefined) => boolean = () => true,
): Generator<CodeToken, void> {
  let at = 0;
  let line = 1;
  let before: CodeToken | undefined;
  let indent: number | undefined;
  for (let count = 0; at < text.length && count < most; ) {
    const { taken, token, kind } = next(text, at, (form) => canFollow(form, before), forms);
    if (kind !== undefined) {
      indent = before === undefined || before.kind === "end" ? at - (text.lastIndexOf("\n", at - 1) + 1) : undefined;
      before = { kind, text: token, line, ...(indent !== undefined && { indent }) };
      yield before;
      count++;
    }
    for (let end = taken.indexOf("\n"); end !== -1; end = taken.indexOf("\n", end + 1)) line++;
    at += taken.length;
  }
}

function next(text: string, at: number, isTried: (form: RegExp) => boolean, forms: CodeForms) {
  for (const [form, kind] of forms) {
    if (!isTried(form)) continue;
    form.lastIndex = at;
    const found = form.exec(text);
    if (found?.[0])
      return { taken: found[0], token: found.slice(1).find((group) => group !== undefined) ?? found[0], kind };
  }
  return { taken: text.charAt(at), token: text.charAt(at), kind: "sign" as const };
}
