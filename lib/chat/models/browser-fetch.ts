/**
 * `fetch` without the SDK's `User-Agent` header: Chromium drops it, Firefox and Safari send it, and then
 * preflights of servers that do not expect it fail.
 */
export const fetchWithoutUserAgent: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.delete("user-agent");
  return fetch(input, { ...init, headers });
};
