/** Times and sizes in a real browser against the production build, each beside its reference. Asserts nothing. */

const areas: Readonly<Record<string, () => Promise<unknown>>> = {
  /** Opening, answering, restoring, and what pages weigh. */
  pages: () => import("./pages.ts"),
  /** Repositories, generated and any named behind it (bare, or with a `.git` folder), beside native git. */
  mounts: () => import("./mounts.ts"),
};

const wanted = process.argv[2] ?? "pages";
const area = areas[wanted];
if (!area) throw new Error(`No such benchmark: ${wanted}. There are: ${Object.keys(areas).join(", ")}.`);
await area();
