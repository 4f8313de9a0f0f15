import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { KeptList, KeptPackages } from "./kept-packages.ts";
import { createPackages, type PackageOffer } from "./packages.ts";
import { lockFile, lockInfo, wheel } from "./wheel-fixture.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const answers = new Map<string, Answer>();
const asked: string[] = [];
// Closes no connection by itself, which where a test holds this thread fails the next request.
const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const answer = answers.get(request.url ?? "");
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
let site = "";

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  site = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  answers.clear();
  asked.length = 0;
});

function serve(path: string, body: string | Uint8Array): void {
  answers.set(path, ({ method }, response) => {
    response.writeHead(200, { "Content-Length": Buffer.byteLength(body) });
    response.end(method === "HEAD" ? undefined : body);
  });
}

function memory(): KeptPackages {
  const files = new Map<string, Uint8Array>();
  let list: KeptList | undefined;
  return {
    file: async (hash) => files.get(hash),
    hasFile: async (hash) => files.has(hash),
    keepFile: async (hash, bytes) => void files.set(hash, bytes),
    list: async () => list,
    async keepList(kept) {
      list = kept;
    },
    size: async () => [...files.values()].reduce((sum, { length }) => sum + length, 0),
    forget: async () => files.clear(),
  };
}

const signal = new AbortController().signal;
const yaml = wheel("pyyaml", { "yaml/__init__.py": "" });
const six = wheel("six", { "six.py": "" });
const greet = wheel("greet", { "greet.py": "import six" });

/** Serves a folder with these packages in its list, and their files. */
function folderOf(...entries: Parameters<typeof lockFile>[0]): void {
  serve("/p/pyodide-lock.json", lockFile(entries));
  for (const { wheel } of entries) serve(`/p/${wheel.file}`, wheel.bytes);
}

function open(kept = memory(), folder = async () => `${site}p/`) {
  const packages = createPackages({ kept, folder });
  return {
    ...packages,
    kept,
    want: (modules: string[], names: string[] = []) =>
      packages.offer(
        [...names, ...modules].map((name) => ({ module: name, name })),
        signal,
      ),
    get: (offer: PackageOffer | undefined) => {
      if (!offer) throw new Error("There is an offer.");
      return packages.fetch(offer, { signal, onProgress: () => undefined });
    },
  };
}

it("offers the package that a module is part of, what that needs first, and its size, and fetches none of it unasked", async () => {
  folderOf(
    { wheel: yaml, name: "pyyaml", imports: ["yaml", "_yaml"] },
    { wheel: greet, name: "Greet.Py", imports: ["greet"], depends: ["SIX"] },
    { wheel: six, name: "six", depends: ["greet-py"] },
  );
  const { want, get } = open();
  const offer = await want(["yaml", "greet", "nothing"], ["PyYAML"]);
  expect(offer).toMatchObject({ missing: ["nothing"], troubles: [], host: new URL(site).host });
  expect(offer?.packages.map(({ name, bytes, isKept }) => [name, bytes, isKept])).toEqual([
    ["pyyaml", yaml.bytes.length, false],
    ["six", six.bytes.length, false],
    ["greet-py", greet.bytes.length, false],
  ]);
  expect(asked.filter((each) => each.startsWith("GET"))).toEqual(["GET /p/pyodide-lock.json"]);
  const { packages, troubles } = await get(offer);
  expect([packages.map(({ file }) => file), troubles]).toEqual([[yaml.file, six.file, greet.file], []]);
  expect(packages[0]?.bytes).toEqual(yaml.bytes);
});

it("asks nobody for what is kept, and goes on with it without a network; what was changed in keeping is fetched again", async () => {
  folderOf({ wheel: six, name: "six" });
  const { kept, want, get } = open();
  const offer = await want(["six"]);
  await get(offer);
  asked.length = 0;
  const offline = async () => {
    const { PackageError } = await import("./package.ts");
    throw new PackageError("Nobody answers.");
  };
  answers.clear();
  answers.set("/p/pyodide-lock.json", ({ socket }) => socket.destroy());
  const later = open(kept, offline);
  const again = await later.want(["six"]);
  expect(again?.packages).toMatchObject([{ name: "six", isKept: true }]);
  expect((await later.get(again)).packages).toHaveLength(1);
  expect(asked).toEqual(["GET /p/pyodide-lock.json"]);
  await kept.keepFile(again?.packages[0]?.sha256 ?? "", new Uint8Array([1]));
  expect((await later.get(again)).troubles).toEqual([expect.stringContaining("does not have six-1.0")]);
  serve(`/p/${six.file}`, six.bytes);
  expect((await later.get(again)).packages[0]?.bytes).toEqual(six.bytes);
});

it("says in a sentence why there is nothing, and goes on with the rest", async () => {
  const large = wheel("large", { "large.py": "" });
  const moved = wheel("moved", { "moved.py": "" });
  const cut = wheel("cut", { "cut.py": "" });
  const gone = wheel("gone", { "gone.py": "" });
  folderOf(
    ...[yaml, large, moved, cut, gone, six].map((each) => ({ wheel: each, name: each.file.split("-")[0] ?? "" })),
    { wheel: greet, name: "greet", depends: ["nowhere"] },
  );
  serve(`/p/${yaml.file}`, greet.bytes);
  answers.set(`/p/${large.file}`, (_, response) => response.writeHead(200, { "Content-Length": 200_000_000 }).end());
  answers.set(`/p/${moved.file}`, (_, response) => response.writeHead(302, { Location: `/p/${six.file}` }).end());
  answers.set(`/p/${cut.file}`, ({ method }, response) => {
    response.writeHead(200, { "Content-Length": 5000 });
    if (method === "HEAD") response.end();
    else response.write("x", () => response.destroy());
  });
  answers.delete(`/p/${gone.file}`);
  const { want, get, kept } = open();
  const offer = await want([], ["pyyaml", "large", "moved", "cut", "gone", "greet", "six"]);
  const { host } = new URL(site);
  expect(offer?.troubles).toEqual([`greet needs nowhere, which ${host} does not have.`]);
  const { packages, troubles } = await get(offer);
  expect(packages.map(({ file }) => file)).toEqual([greet.file, six.file]);
  expect(troubles).toEqual([
    `${yaml.file} does not have the SHA-256 that the list of packages gives, so it was discarded.`,
    `${large.file} is larger than 104 MB, the limit for one package.`,
    `${host} redirects ${moved.file} elsewhere, and redirects are not followed.`,
    `The connection to ${host} was cut during the download of ${cut.file}. Run it again.`,
    `${host} does not have ${gone.file} (404).`,
  ]);
  expect(await kept.size()).toBe(greet.bytes.length + six.bytes.length);
});

it("gives a run no more than its limit, of what is kept, too", async () => {
  const bytes = new Uint8Array(70_000_000);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const large = ["one", "two", "three"].map((name) => ({ wheel: wheel(name, {}), name, says: { sha256 } }));
  const fetched = wheel("fetched", {});
  folderOf(...large, { wheel: fetched, name: "fetched" }, { wheel: six, name: "six" });
  answers.set(`/p/${fetched.file}`, (_, response) => response.writeHead(200, { "Content-Length": 80_000_000 }).end());
  const kept = { ...memory(), file: async (hash: string) => (hash === sha256 ? bytes : undefined) };
  const { want, get } = open({ ...kept, hasFile: async (hash) => hash === sha256 });
  const { packages, troubles } = await get(await want(["one", "two", "three", "fetched", "six"]));
  expect(packages.map(({ file }) => file)).toEqual(
    [large[0], large[1], { wheel: six }].map((each) => each?.wheel.file),
  );
  expect(troubles).toEqual(
    [large[2]?.wheel.file, fetched.file].map(
      (file) => `${file} is larger than 69 MB, what is left of the 209 MB for the packages of one run.`,
    ),
  );
});

it.each<[string, Record<string, unknown>]>([
  ["a file elsewhere", { file_name: "https://evil.example/six-1.0-py3-none-any.whl" }],
  ["a file above the folder", { file_name: "../six-1.0-py3-none-any.whl" }],
  ["a file in a folder", { file_name: "a/six-1.0-py3-none-any.whl" }],
  ["a file of another origin", { file_name: "//evil.example/six.whl" }],
  ["a file of another kind", { file_name: "six.js" }],
  ["no hash", { sha256: undefined }],
  ["a short hash", { sha256: "abc" }],
  ["a version that is a tag", { version: "<b>1</b>" }],
  ["no name", { name: "" }],
  ["a name of another kind", { name: ["six"] }],
  ["a kind of its own", { package_type: "cpython_module" }],
])("offers nothing that is listed with %s", async (_, says) => {
  folderOf({ wheel: six, name: "six", says });
  expect(await open().want(["six"])).toMatchObject({ packages: [], missing: ["six"] });
});

it("takes no package for another: two of one name are neither, and a module's own package comes first", async () => {
  folderOf(
    { wheel: greet, name: "aaa", imports: ["six", "__proto__", "constructor"] },
    { wheel: six, name: "six" },
    { wheel: yaml, name: "py-yaml", imports: ["yaml"] },
    { wheel: greet, name: "Py_Yaml", imports: ["yaml"] },
  );
  const { want } = open();
  expect((await want(["six"]))?.packages).toMatchObject([{ name: "six", file: six.file }]);
  expect(await want(["yaml", "toString"])).toMatchObject({ packages: [], missing: ["yaml", "toString"] });
});

it("takes no list that is none, is made for another Python, or is sent from elsewhere", async () => {
  const said = async (text: string) => {
    serve("/p/pyodide-lock.json", text);
    const offer = await open().want(["six"]);
    expect(offer).toMatchObject({ packages: [], missing: ["six"] });
    return offer?.troubles[0];
  };
  const { host } = new URL(site);
  for (const text of ["<html>", "null", "[]", '{"info":{},"packages":[]}', "{"])
    expect(await said(text)).toBe(`The pyodide-lock.json at ${host} is not a list of packages.`);
  for (const info of [
    { ...lockInfo, python: "3.13.1" },
    { ...lockInfo, abi_version: "2025_0" },
    { ...lockInfo, python: 3.14 },
  ])
    expect(await said(lockFile([], info))).toContain("are made for another Python than the page's, which is 3.14");
  answers.set("/p/pyodide-lock.json", (_, response) => response.writeHead(301, { Location: "/other" }).end());
  expect((await open().want(["six"]))?.troubles[0]).toContain("redirects are not followed");
});

it("has none where the site names none, and gives up when it is stopped", async () => {
  const none = open(memory(), async () => undefined as never);
  expect([await none.isOffered(signal), await none.want(["six"])]).toEqual([false, undefined]);
  folderOf({ wheel: six, name: "six" });
  const stopping = new AbortController();
  const { fetch: fetchAll, want } = open();
  const offer = await want(["six"]);
  answers.set(`/p/${six.file}`, (_, response) => {
    response.writeHead(200, { "Content-Length": 5000 }).write("x");
    stopping.abort(new Error("stopped"));
  });
  if (!offer) throw new Error("There is an offer.");
  await expect(fetchAll(offer, { signal: stopping.signal, onProgress: () => undefined })).rejects.toThrow("stopped");
});
