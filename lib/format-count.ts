/**
 * `1,204`: a count in English notation, rounded to a whole number. Written without `Intl`, whose first use costs an
 * opening page about 25 ms.
 */
export function formatCount(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** `1 file`, `31 files`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** A text with a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
