import type { MetadataRoute } from "next";
import { frontmatterFields } from "#lib/harness/describe/fields.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { siteOrigin } from "./site.ts";

/** The pages that are not a lab. */
async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await siteOrigin();
  if (!origin) return [];
  const paths = [
    "/",
    "/guide",
    "/guide/workshops",
    "/guide/library",
    "/harness",
    ...profiles.map(({ id }) => `/harness/${id}`),
    ...frontmatterFields.map(({ key }) => `/harness/field/${key}`),
  ];
  return paths.map((path) => ({ url: new URL(path, origin).href }));
}
export default sitemap;
