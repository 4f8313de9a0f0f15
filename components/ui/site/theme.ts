export type Theme = "system" | "light" | "dark";

export const themeCookie = "theme";

/** Any text as a theme; what is none counts as `system`. */
export function themeFrom(value: string | null | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

const changed = "skillground:theme";

/** The theme the page shows now. Browser only. */
export function currentTheme(): Theme {
  return themeFrom(document.documentElement.dataset.theme);
}

/** Shows `theme` at once, without keeping it. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event(changed));
}

/** Shows `theme` and keeps it for a year, in a cookie so that the server can draw it. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in older Safari
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}

/** The theme that is kept; browser only. A page that was drawn beforehand does not show it yet. */
export function keptTheme(): Theme {
  return themeFrom(new RegExp(`(?:^|; )${themeCookie}=([^;]*)`).exec(document.cookie)?.[1]);
}

/** Calls when the page is shown in another theme, by a choice or because the system's has changed. @returns how to end that */
export function onThemeChange(listener: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  window.addEventListener(changed, listener);
  system.addEventListener("change", listener);
  return () => {
    window.removeEventListener(changed, listener);
    system.removeEventListener("change", listener);
  };
}
