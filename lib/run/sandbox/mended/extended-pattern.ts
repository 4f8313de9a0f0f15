/** Signs that mean something in the extended syntax as they are, and in the basic one behind a backslash. */
const special = /[?+{}()|]/;

/**
 * A pattern of `grep` in the one syntax that the shell's own reads rightly, the extended one. Of the basic one it takes `\+` and `\?` for the
 * signs themselves, and of both it does not know where words begin and end (`\<`, `\>`), nor a backslash in brackets.
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
