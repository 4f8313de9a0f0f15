/** In each of these a view has to be looked at; `findings` looks at it in light and in dark. */
export const sizes = [
  { name: "desktop", viewport: { width: 1280, height: 800 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
] as const;
