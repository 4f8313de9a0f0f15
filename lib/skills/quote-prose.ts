/** A comment is looked for at the first of a run of blanks only, or a long run takes quadratic time. */
const keyLine = /^(\s*[\w-]+:[ \t]+)(\S.*?)((?<![ \t])[ \t]+#.*)?\r?$/;
const blockScalar = /^[|>][-+\d]*$/;
/** What YAML would take for more than text: a key within the value, or a character that begins something else. */
const prose = /:(\s|$)|^[@`%[{]/;

/**
 * YAML with the plain values that hold a colon, or begin with a special character, put in quotes, a line each.
 * Values in quotes, block scalars and comments stay.
 */
export function quoteProse(yaml: string): string {
  let blockIndent = -1;
  return yaml
    .split("\n")
    .map((line) => {
      const indent = line.search(/\S/);
      if (blockIndent >= 0 && (indent < 0 || indent > blockIndent)) return line;
      const [, key, value, comment = ""] = keyLine.exec(line) ?? [];
      blockIndent = value !== undefined && blockScalar.test(value) ? indent : -1;
      if (key === undefined || value === undefined || /^["'|>]/.test(value) || !prose.test(value)) return line;
      return `${key}'${value.replaceAll("'", "''")}'${comment}`;
    })
    .join("\n");
}
