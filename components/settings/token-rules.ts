/** The host that a person means, by its name or by the address of something on it; `undefined` when it is none. */
export function readHost(text: string): string | undefined {
  const address = text.trim().includes("://") ? text.trim() : `https://${text.trim()}`;
  if (!URL.canParse(address)) return undefined;
  const { host, username, password } = new URL(address);
  return host === "" || username !== "" || password !== "" ? undefined : host;
}

/** Why this is no token, in one sentence. */
export function tokenProblem(token: string): string | undefined {
  if (!token.trim()) return "Paste the token.";
  // A header takes printable ASCII; one pasted with a line break or a curly quote fails without a reason.
  return /^[\x21-\x7e]+$/.test(token.trim())
    ? undefined
    : "This token holds characters that no token has. Paste it again.";
}
