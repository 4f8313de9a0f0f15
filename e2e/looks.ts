const sizes = [
  { name: "desktop", viewport: { width: 1280, height: 800 } },
  { name: "phone", viewport: { width: 390, height: 844 } },
] as const;

/** In every one of these a view has to be looked at. */
export const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
  sizes.map((size) => ({ colorScheme, ...size })),
);
