import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type BuildList,
  checkList,
  comparablePolicy,
  type Digests,
  digestOf,
  sizeLimit,
} from "#lib/offline/build-list.ts";
import { pagePolicy } from "#lib/server/policy.ts";
import type { Sample } from "#lib/upload/sample.ts";
import { compareBytes } from "#lib/vfs/paths.ts";
import nextConfig from "../../next.config.mjs";
import { projectFolder } from "./install.mjs";

export const workerFile = join(projectFolder, "public/service-worker.js");

/** Writes the service worker that caches the finished build in `.next`, for pages that know it as `version`. */
export async function writeServiceWorker(version: string): Promise<void> {
  // Imported on demand: a finished build does not need it.
  const { build } = await import("rolldown");
  const list = await listBuild(version);
  checkList(list);
  const { output } = await build({
    input: join(projectFolder, "lib/offline/service-worker.ts"),
    transform: { define: { buildList: JSON.stringify(list) } },
    output: { format: "iife", minify: true },
    write: false,
    logLevel: "silent",
  });
  writeFileSync(workerFile, output[0].code);
}

async function listBuild(version: string): Promise<BuildList> {
  const files = await digestsOf({ ...publicFiles(), ...drawnFiles });
  const hash = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 16);
  const page = pagePolicy({ nonce: crypto.randomUUID(), development: false, connect: undefined });
  const policies = { page: comparablePolicy(page), asset: await assetPolicy() };
  return { version, hash, assets: await digestsOf(builtAssets()), files, policies };
}

/** File paths in the project, by address. */
type Places = Readonly<Record<string, string>>;

async function digestsOf(places: Places): Promise<Digests> {
  const all = Object.entries(places).map(async ([address, place]) => {
    return [address, await digestOf(new Uint8Array(readFileSync(join(projectFolder, place))))] as const;
  });
  return Object.fromEntries(await Promise.all(all));
}

/** Rendered by Next's routes, once for all. */
const drawnFiles: Places = {
  "/icon.svg": ".next/server/app/icon.svg.body",
  "/manifest.webmanifest": ".next/server/app/manifest.webmanifest.body",
};

/**
 * Scripts, styles and fonts of the build. Larger files are left to the network: only the tokenizer's vocabulary, without which counts are
 * estimates.
 */
function builtAssets(): Places {
  const paths = globSync("static/**/*.{js,css,woff2,wasm}", { cwd: join(projectFolder, ".next") })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => statSync(join(projectFolder, ".next", path)).size <= sizeLimit)
    .sort(compareBytes);
  return Object.fromEntries(paths.map((path) => [`/_next/${path}`, `.next/${path}`]));
}

/** The samples in their list, and the icons. */
function publicFiles(): Places {
  const folder = join(projectFolder, "public");
  const samples = JSON.parse(readFileSync(join(folder, "samples/index.json"), "utf8")) as readonly Sample[];
  const icons = globSync("icons/*", { cwd: folder }).map((path) => `/${path.replaceAll("\\", "/")}`);
  // With the addresses that the page uses: `lib/upload/sample.ts`.
  const parts = samples.flatMap(({ id, files }) =>
    files.map((path) => `/samples/${[id, ...path.split("/")].map(encodeURIComponent).join("/")}`),
  );
  const addresses = ["/samples/index.json", ...parts, ...icons].sort(compareBytes);
  return Object.fromEntries(addresses.map((address) => [address, `public${decodeURIComponent(address)}`]));
}

/** The policy that `next.config.mjs` gives to files loaded by the build's pages. */
async function assetPolicy(): Promise<string> {
  const rules = (await nextConfig.headers?.()) ?? [];
  const headers = rules.find(({ source }) => source === "/_next/static/:path*")?.headers;
  const policy = headers?.find(({ key }) => key === "Content-Security-Policy")?.value;
  if (policy === undefined) throw new Error("next.config.mjs gives scripts no policy.");
  return policy;
}
