/** A piece of a text of code, with its line, from 1. Comments and blanks are none. */
export interface CodeToken {
  /** `end`: the end of a line. */
  readonly kind: "word" | "string" | "sign" | "end";
  /** Of a string what stands between its quotes, as it is written. */
  readonly text: string;
  readonly line: number;
  /** Blanks before it, where it is the first of its line. */
  readonly indent?: number;
}

/** What a language's texts are made of: forms that are tried in order where a token can begin. `undefined`: it is passed over. */
export type CodeForms = readonly (readonly [RegExp, CodeToken["kind"] | undefined])[];

/** Tokens that are told of one text: what scripts of thousands of lines have. */
const most = 200_000;

/**
 * The tokens of a text, in one pass. A form's first group is the token's text, or else all that it takes.
 * @param canFollow whether a form may be tried behind this token
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
