import localFont from "next/font/local";

/** The interface's font. Next sizes the fallback font to match, so the swap moves nothing. */
export const sans = localFont({
  src: "../node_modules/@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2",
  weight: "400 700",
  display: "swap",
  variable: "--font-sans",
});

/** The font for verbatim text: paths, code, and what a model or a harness sees. */
export const mono = localFont({
  src: "../node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2",
  weight: "100 800",
  display: "swap",
  variable: "--font-mono",
  adjustFontFallback: false,
  preload: false,
});
