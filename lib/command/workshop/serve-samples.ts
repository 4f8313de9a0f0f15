import { readFileSync } from "node:fs";
import { ownFile } from "../own-files.ts";

/** The skills that come with a harness are fetched from the page's own server, which here is this folder. */
export function serveSamples(): void {
  globalThis.location ??= new URL("http://127.0.0.1/") as unknown as Location;
  const other = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (typeof input !== "string" || !input.startsWith("/")) return other(input, init);
    return new Response(readFileSync(ownFile(`public${input}`)));
  };
}
