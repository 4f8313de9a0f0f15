import type { Substitution } from "./profile.ts";

/** A skill's text with its placeholders replaced, in one pass: what an argument says is never expanded again. */
export function substitute(rules: Substitution, text: string, args: readonly string[]): string {
  if (rules.kind === "none") return text;
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
