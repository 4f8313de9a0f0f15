export type Theme = "system" | "light" | "dark";

export const themeCookie = "theme";

/** Reads any text as a theme; anything unknown is `system`. */
export function themeFrom(value: string | null | undefined): Theme {
  return value === "light" || value === "dark" ? value : "system";
}

const changed = "skillground:theme";

/** The theme the page shows now. Browser only. */
export function currentTheme(): Theme {
  return themeFrom(document.documentElement.dataset.theme);
}

/** Switches to `theme` without saving it. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  window.dispatchEvent(new Event(changed));
}

/** Switches to `theme` and saves it for a year, in a cookie so that the server can render it. */
export function chooseTheme(theme: Theme): void {
  showTheme(theme);
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous and missing in older Safari
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
}

/** The saved theme; browser only. A prerendered page does not show it yet. */
export function keptTheme(): Theme {
  return themeFrom(new RegExp(`(?:^|; )${themeCookie}=([^;]*)`).exec(document.cookie)?.[1]);
}

/** Calls `listener` when the theme changes, by choice or with the system's. @returns a function that unsubscribes */
export function onThemeChange(listener: () => void): () => void {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  window.addEventListener(changed, listener);
  system.addEventListener("change", listener);
  return () => {
    window.removeEventListener(changed, listener);
    system.removeEventListener("change", listener);
  };
}
