import type { Substitution } from "#lib/harness/vocabulary/substitution.ts";
import type { TemplateValues } from "#lib/harness/vocabulary/template.ts";
import { substituteShellWords } from "./substitute-shell-words.ts";

/** What a skill's placeholders can mean beside its arguments. */
export interface SubstitutionContext {
  /** Of its arguments, in their order. */
  readonly names: readonly string[];
  /** What variables are made of. */
  readonly values: TemplateValues;
}

const nothing: SubstitutionContext = { names: [], values: {} };

/** A skill's text with its placeholders replaced, in one pass: what an argument says is never expanded again. */
export function substitute(
  rules: Substitution,
  text: string,
  args: readonly string[],
  context: SubstitutionContext = nothing,
): string {
  switch (rules.kind) {
    case "none":
      return text;
    case "placeholders":
      return substitutePattern(rules, text, args);
    case "shell-words":
      return substituteShellWords(rules, text, args.join(" "), context);
  }
}

type Placeholders = Extract<Substitution, { kind: "placeholders" }>;

function substitutePattern(rules: Placeholders, text: string, args: readonly string[]): string {
  const pattern = new RegExp(rules.pattern, "g");
  return text.replace(pattern, (_match, ...rest: unknown[]) => {
    const groups = rest.slice(
      0,
      rest.findIndex((each) => typeof each === "number"),
    );
    const number = groups.find((group) => group !== undefined);
    return number === undefined ? args.join(" ") : (args[Number(number) - rules.base] ?? "");
  });
}
