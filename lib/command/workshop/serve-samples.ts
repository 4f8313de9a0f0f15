import { readFileSync } from "node:fs";
import { ownFile } from "../own-files.ts";

/** Makes bundled skills load from this program's folder; the lab fetches them from the page's own server. */
export function serveSamples(): void {
  globalThis.location ??= new URL("http://127.0.0.1/") as unknown as Location;
  const other = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (typeof input !== "string" || !input.startsWith("/")) return other(input, init);
    return new Response(readFileSync(ownFile(`public${input}`)));
  };
}
