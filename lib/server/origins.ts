/**
 * The origins that an operator lists in a variable, separated by commas. Only complete origins: a wildcard or a path
 * would mean more, or less, than the operator expects.
 * @throws Error for anything else.
 */
export function parseOrigins(variable: string, list: string): string[] {
  const entries = list.split(",").map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : undefined;
    if (url && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href && !entry.includes("*"))
      return url.origin;
    throw new Error(`${variable}: ${JSON.stringify(entry)} is not an origin such as https://llm.example.org`);
  });
}
