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

/** `999 B`, `84 KB`, `1.2 MB`, `100 MB`, `10.8 GB`: in steps of 1,024, as the limits are. */
export function formatBytes(bytes: number): string {
  const kilo = bytes / 1024;
  if (kilo < 1) return `${bytes} B`;
  // What would be rounded to 1,024 of one unit is one of the next.
  if (kilo < 1023.5) return `${Math.round(kilo)} KB`;
  const mega = kilo / 1024;
  return mega < 1023.95 ? `${shortest(mega)} MB` : `${shortest(mega / 1024)} GB`;
}

/** `<0.1%`, `0.4%`, `2%`, `28%`: a share of one, below ten percent with one digit after the point. */
export function formatShare(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return "<0.1%";
  return `${percent < 9.95 ? shortest(percent) : Math.round(percent)}%`;
}

/** With one digit after the point, unless that is a zero. */
function shortest(value: number): string {
  return value.toFixed(1).replace(/\.0$/, "");
}

/** A text with a capital at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
