/** The sizes in which each view has to be checked; `findings` checks it in light and in dark. */
export const sizes = [
  { name: "desktop", viewport: { width: 1280, height: 800 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
] as const;
