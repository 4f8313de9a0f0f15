import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { openKeptPackages } from "#lib/run/packages/kept-packages.ts";
import { createPackages, type Packages } from "#lib/run/packages/packages.ts";

/** Packages as in a page, but from a folder on this machine and without storage. */
export interface PackageFolder {
  readonly packages: Packages;
  stop(): void;
}

/** @param root contains `pyodide-lock.json`, or `simple/` like PyPI's index and the files that its pages link to; absent: no packages */
export async function openPackageFolder(root: string | undefined): Promise<PackageFolder> {
  const server = createServer(({ method, url = "/" }, response) => {
    const { pathname } = new URL(url, "http://127.0.0.1");
    const asked = join(root ?? "", decodeURIComponent(pathname));
    const file = asked.endsWith("/") ? `${asked}index.html` : asked;
    const isFile = existsSync(file) && statSync(file).isFile();
    response.writeHead(isFile ? 200 : 404, isFile ? { "Content-Length": statSync(file).size } : {});
    if (isFile && method !== "HEAD") createReadStream(file).pipe(response);
    else response.end();
  });
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const isList = root !== undefined && existsSync(join(root, "pyodide-lock.json"));
  const folder = root === undefined ? undefined : `http://127.0.0.1:${port}/${isList ? "" : "simple/"}`;
  return {
    packages: createPackages({ kept: openKeptPackages(), folder: async () => folder }),
    stop: () => server.close(),
  };
}
