/** Characters that are operators in the extended syntax, and in the basic syntax only after a backslash. */
const special = /[?+{}()|]/;

/**
 * Converts a `grep` pattern to the extended syntax, the only one that the shell's own grep reads correctly. In the basic syntax it takes
 * `\+` and `\?` literally, and in neither does it know the word boundaries `\<` and `\>`, or a backslash in brackets.
 */
export function extendedPattern(pattern: string, isExtended: boolean): string {
  const parts = pattern.match(/\[\^?\]?(?:\[[:.=].*?[:.=]\]|[^\]])*\]|\\[\s\S]|[\s\S]/g) ?? [];
  let before = "";
  return parts
    .map((part, index) => {
      const isFirst = before === "" || before === "\\(" || before === "\\|";
      const next = parts[index + 1];
      const isLast = next === undefined || next === "\\)" || next === "\\|";
      before = before === "" && part === "^" ? "" : part;
      if (part.length > 2 && part.startsWith("[")) return part.replaceAll("\\", "\\\\");
      if (part === "\\<" || part === "\\>") return "\\b";
      return isExtended ? part : asExtended(part, { isFirst, isLast });
    })
    .join("");
}

function asExtended(
  part: string,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): string {
  const [sign = "", escaped] = part;
  if (sign === "\\" && escaped !== undefined) return special.test(escaped) ? escaped : part;
  const isPlain =
    special.test(sign) || (isFirst && sign === "*") || (!isFirst && sign === "^") || (!isLast && sign === "$");
  return isPlain ? `\\${sign}` : part;
}
