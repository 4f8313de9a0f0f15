/** The tab that a key goes to from `current`, after the ARIA pattern; `undefined` for other keys. */
export function tabAfter<T extends { readonly id: string }>(
  key: string,
  tabs: readonly T[],
  current: string,
): T | undefined {
  const at = tabs.findIndex((tab) => tab.id === current);
  if (key === "ArrowRight") return tabs[(at + 1) % tabs.length];
  if (key === "ArrowLeft") return tabs[(at - 1 + tabs.length) % tabs.length];
  if (key === "Home") return tabs[0];
  return key === "End" ? tabs.at(-1) : undefined;
}
