import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { fetchFile } from "./fetch-file.ts";
import { PackageError } from "./package.ts";
import { readRequirement } from "./requirement.ts";
import { simpleIndex } from "./simple-index.ts";
import { admits, compareVersions, readVersion, readWheelName } from "./wheel-name.ts";

const pages = new Map<string, string>();
const server = createServer(({ url = "" }, response) => {
  const page = pages.get(url);
  response.writeHead(page === undefined ? 404 : 200).end(page);
});
let index = "";
const hash = (digit: string) => digit.repeat(64);
const { signal } = new AbortController();

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  index = `http://127.0.0.1:${(server.address() as AddressInfo).port}/simple/`;
});
afterAll(() => server.close());
beforeEach(() => pages.clear());

describe("an index in the shape of PyPI's", () => {
  it("gives the newest wheel that runs here, of a page in JSON", async () => {
    const file = (filename: string, more: object = {}) => ({
      filename,
      url: `/files/${filename}`,
      hashes: { sha256: hash("a") },
      ...more,
    });
    const files = [
      file("PyYAML-6.0.2-cp314-cp314-pyemscripten_2026_0_wasm32.whl"),
      file("pyyaml-6.0.10-cp314-cp314-manylinux_2_17_x86_64.whl"),
      file("pyyaml-6.0.9-cp314-cp314-pyemscripten_2026_0_wasm32.whl", { "core-metadata": { sha256: hash("b") } }),
      file("pyyaml-6.0.9-py3-none-any.whl"),
      file("pyyaml-7.0rc1-py3-none-any.whl"),
      file("pyyaml-8.0-py3-none-any.whl", { yanked: "broken" }),
      file("pyyaml-9.0-py3-none-any.whl", { "requires-python": ">=3.15" }),
      file("pyyaml-10.0-py3-none-any.whl", { hashes: { md5: "1" } }),
      file("other-11.0-py3-none-any.whl"),
      file("pyyaml-12.0.tar.gz"),
    ];
    pages.set("/simple/pyyaml/", JSON.stringify({ meta: { "api-version": "1.1" }, name: "pyyaml", files }));
    const found = simpleIndex(index).named("PyYAML", signal);
    // The metadata file that the page announces is missing.
    await expect(found).rejects.toThrow(
      "does not have pyyaml-6.0.9-cp314-cp314-pyemscripten_2026_0_wasm32.whl.metadata (404)",
    );
    files.splice(2, 1);
    pages.set("/simple/pyyaml/", JSON.stringify({ files }));
    expect(await simpleIndex(index).named("PyYAML", signal)).toMatchObject({
      name: "pyyaml",
      version: "6.0.9",
      sha256: hash("a"),
    });
  });

  it("goes on for those who wait for a name when the first who asked for it stops", async () => {
    pages.set("/simple/one/", `<a href="/files/one-1.0-py3-none-any.whl#sha256=${hash("a")}">one</a>`);
    const { named } = simpleIndex(index);
    const stop = new AbortController();
    const first = named("one", stop.signal);
    const second = named("one", signal);
    stop.abort(new Error("stopped"));
    await expect(first).rejects.toThrow("stopped");
    expect(await second).toMatchObject({ version: "1.0" });
  });

  it("names a file as its address does where that has a wrong escape", async () => {
    const wanted = fetchFile(`${index}a%zz.whl`, { most: 1, signal });
    await expect(wanted).rejects.toThrow("does not have a%zz.whl (404)");
  });

  it("gives what a page in HTML links to, and reads in checked metadata what that needs", async () => {
    const metadata = `Name: greet\r\nRequires-Dist: six (>=1.5)\r\nRequires-Dist: Word_Count; python_version >= "3.8" and extra != "x"\r\nRequires-Dist: colorama; sys_platform == "win32"\r\nRequires-Dist: pytest; extra == 'test'\r\n\r\nRequires-Dist: body\r\n`;
    const sha256 = await digest(metadata);
    const link = (address: string, more = "") => `<a href="${address}" ${more}>x</a><br/>`;
    const text = [
      "<!DOCTYPE html><html><body>",
      link(
        `../../files/greet-1.0-py2.py3-none-any.whl#sha256=${hash("c")}`,
        `data-requires-python="&gt;=3.7" data-core-metadata="sha256=${sha256}"`,
      ),
      link(`greet-2.0-py3-none-any.whl#md5=${hash("c")}`),
      link(`greet-3.0-py3-none-any.whl#sha256=${hash("c")}`, "data-yanked"),
      link("javascript:alert(1)//greet-4.0-py3-none-any.whl", `data-x="#sha256=${hash("c")}"`),
    ].join("\n");
    pages.set("/simple/greet/", text);
    pages.set("/files/greet-1.0-py2.py3-none-any.whl.metadata", metadata);
    const found = await simpleIndex(index).ofModule("greet", signal);
    expect(found).toMatchObject({
      version: "1.0",
      depends: ["six", "word-count"],
      file: "greet-1.0-py2.py3-none-any.whl",
    });
    expect(found?.address).toBe(new URL("/files/greet-1.0-py2.py3-none-any.whl", index).href);
    pages.set("/files/greet-1.0-py2.py3-none-any.whl.metadata", `${metadata}changed`);
    await expect(simpleIndex(index).named("greet", signal)).rejects.toThrow("does not have the SHA-256");
  });

  it("takes nothing from another place than the index's own, and nothing where there is no page", async () => {
    const link = `<a href="https://evil.example/six-1.0-py3-none-any.whl#sha256=${hash("d")}">six</a>`;
    pages.set("/simple/six/", link);
    await expect(simpleIndex(index).named("six", signal)).rejects.toThrow(PackageError);
    for (const name of ["nowhere", "../secret", "", "a/b", "%2e%2e"])
      expect(await simpleIndex(index).named(name, signal)).toBeUndefined();
    pages.set("/simple/bad/", "{]");
    expect(await simpleIndex(index).named("bad", signal)).toBeUndefined();
  });
});

test.each([
  ["six", "six"],
  ["Six.Py >=1.2,<2", "six-py"],
  ["requests[socks]>=2; extra == 'net'", undefined],
  ["a; python_version < '3.8'", undefined],
  ["a; python_version >= '3.10'", "a"],
  ["a; (os_name == 'nt' or sys_platform == 'emscripten') and platform_machine == 'wasm32'", "a"],
  ["a; sys_platform != 'emscripten'", undefined],
  ["a; 'wasm' in platform_machine", "a"],
  ["a; platform_system not in 'Emscripten Linux'", undefined],
  ["a @ https://evil.example/a.whl", "a"],
  ["; x", undefined],
])("the requirement %s asks here for %s", (line, name) => {
  expect(readRequirement(line)).toBe(name);
});

test("versions stand in PEP 440's order", () => {
  const order = "1.dev0 1.0a1 1.0a2.dev1 1.0a2 1.0b1 1.0rc1 1.0 1.0.post1 1.1 1.10 2 1!0.1".split(" ");
  for (const [index, version] of order.entries()) {
    for (const [other, against] of order.entries()) {
      const sign = Math.sign(compareVersions(readVersion(version) ?? [], readVersion(against) ?? []));
      expect([version, against, sign]).toEqual([version, against, Math.sign(index - other)]);
    }
  }
  expect(readVersion("1.x")).toBeUndefined();
});

test.each([
  ["", "1.0", true],
  [">=3.8, !=3.9.*, <4", "3.14.2", true],
  ["!=3.14.*", "3.14.2", false],
  ["~=1.4.2", "1.4.9", true],
  ["~=1.4.2", "1.5", false],
  ["~=1.4", "1.9", true],
  ["==1.*", "1.9", true],
  ["==1.0", "1", true],
  [">2", "2.0", false],
  ["nonsense", "1", false],
])("%s admits %s: %s", (specifiers, version, isIn) => {
  expect(admits(specifiers, version)).toBe(isIn);
});

test.each([
  ["a-1-py3-none-any.whl", true],
  ["a-1-py2.py3-none-any.whl", true],
  ["a-1-1build-cp310-abi3-pyemscripten_2026_0_wasm32.whl", true],
  ["a-1-cp314-cp314-pyemscripten_2025_0_wasm32.whl", false],
  ["a-1-cp314-cp314-manylinux_2_17_x86_64.whl", false],
  ["a-1-py2-none-any.whl", false],
])("%s runs here: %s", (file, isFit) => {
  expect((readWheelName(file)?.rank ?? -1) >= 0).toBe(isFit);
});

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
