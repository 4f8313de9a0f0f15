import type { Place } from "#lib/harness/vocabulary/places.ts";

/** Where every harness runs in this lab (product: one workspace, one home). */
export const place: Place = { cwd: "/workspace", home: "/home/user" };

/** Where the whole tree of an installed source can be browsed, one folder a mount. */
export const mountFolder = "/mnt";

/** Keen Code writes its product-provided skills here at every start (its documentation, "Bundled Skills"). */
export const bundledFolder = "/home/user/.keen/skills/bundled";
