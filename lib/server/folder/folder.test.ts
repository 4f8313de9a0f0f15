import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFrontServer } from "#lib/server/front/front-server.ts";
import { webHandler } from "#lib/server/front/web-handler.ts";
import { readLiveFolder } from "#lib/upload/live-folder.ts";
import { openServedFolder } from "#lib/upload/served-folder.ts";
import { snapshotEntries, snapshotPaths } from "#lib/vfs/snapshot.ts";
import { createFolderAnswers, folderTokenHeader, namesLoopback } from "./folder-answers.ts";
import { folderSettings } from "./folder-settings.ts";
import { listFolder } from "./served-files.ts";
import { watchFolder } from "./watch-folder.ts";

const token = "k".repeat(43);
let outer = "";
let root = "";
let port = 0;
let close: () => Promise<void>;

beforeEach(async () => {
  outer = mkdtempSync(join(tmpdir(), "skillground-served-"));
  root = join(outer, "skills");
  mkdirSync(join(root, "a/.git"), { recursive: true });
  writeFileSync(join(root, "a/SKILL.md"), "one");
  writeFileSync(join(root, "a/.git/config"), "secret");
  mkdirSync(join(root, "node_modules"));
  writeFileSync(join(root, "node_modules/x.md"), "x");
  writeFileSync(join(outer, "secret"), "secret");
  const settings = folderSettings({ SKILLGROUND_FOLDER: root, SKILLGROUND_FOLDER_TOKEN: token }, "127.0.0.1");
  if (!settings) throw new Error("There are no settings.");
  root = settings.root;
  const front = createFrontServer({
    version: "0",
    securityContacts: [],
    trustedProxies: 0,
    isMeant: namesLoopback,
    handle: webHandler(createFolderAnswers(settings)),
    onVisit: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  front.server.listen(0, "127.0.0.1");
  await once(front.server, "listening");
  ({ port } = front.server.address() as AddressInfo);
  close = () => front.close(0);
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await close();
  rmSync(outer, { recursive: true });
});

type Headers = Readonly<Record<string, string>>;

/** A raw request, as a program may send it: `fetch` does not allow choosing the host. */
async function ask(path: string, headers: Headers = {}, method = "GET") {
  const request = get({ host: "127.0.0.1", port, path, method, headers: { [folderTokenHeader]: token, ...headers } });
  const [response] = (await once(request, "response")) as [IncomingMessage];
  let text = "";
  for await (const piece of response.setEncoding("utf8")) text += piece;
  return { status: response.statusCode, headers: response.headers, text };
}
const fileAt = (path: string) => ask(`/api/folder/file?path=${encodeURIComponent(path)}`);

test("a folder that is replaced by one of its name is watched on", async () => {
  let changes = 0;
  const ended = new AbortController();
  watchFolder(root, () => changes++, ended.signal);
  await expect.poll(() => changes).toBe(1);
  rmSync(join(root, "a"), { recursive: true });
  mkdirSync(join(root, "a"));
  await expect.poll(() => changes).toBeGreaterThan(1);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = changes;
  writeFileSync(join(root, "a/SKILL.md"), "two");
  await expect.poll(() => changes).toBeGreaterThan(before);
  ended.abort();
});

test("lists plain files, and gives their bytes", async () => {
  const { status, text, headers } = await ask("/api/folder");
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ name: "skills", isCut: false, files: [{ path: "a/SKILL.md", size: 3 }] });
  expect(text).not.toContain(outer);
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  expect(await fileAt("a/SKILL.md")).toMatchObject({ status: 200, text: "one" });
});

test("a folder is cut only where something is left out", async () => {
  const inner = join(root, "limit");
  mkdirSync(join(inner, "b/c"), { recursive: true });
  writeFileSync(join(inner, "one"), "");
  writeFileSync(join(inner, "b/two"), "");
  expect(await listFolder(inner, 4)).toMatchObject({ files: [{ path: "b/two" }, { path: "one" }], isCut: false });
  expect(await listFolder(inner, 3)).toMatchObject({ isCut: true });
  writeFileSync(join(inner, "b/c/three"), "");
  expect(await listFolder(inner, 4)).toMatchObject({ isCut: true });
  rmSync(inner, { recursive: true });
});

test.each([
  ["no token", { [folderTokenHeader]: "" }, 403],
  ["another token", { [folderTokenHeader]: "j".repeat(43) }, 403],
  ["a token that begins alike", { [folderTokenHeader]: token.slice(1) }, 403],
  ["a page of another site", { "sec-fetch-site": "cross-site" }, 403],
  ["a page of another port", { "sec-fetch-site": "same-site" }, 403],
  ["a name that somebody had lead here", { host: "evil.example" }, 421],
  ["that name with the port", { host: "evil.example:80" }, 421],
  ["another port", { host: "127.0.0.1:1" }, 421],
  ["all addresses", { host: "0.0.0.0" }, 421],
])("refuses %s, and says nothing of the folder", async (_, headers: Headers, status) => {
  for (const path of ["/api/folder", "/api/folder/file?path=a/SKILL.md", "/api/folder/changes"]) {
    const answer = await ask(path, headers);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toMatch(/SKILL|one/);
  }
});

test("only reads", async () => {
  for (const method of ["POST", "PUT", "DELETE"]) expect((await ask("/api/folder", {}, method)).status).toBe(405);
});

test.each([
  "../secret",
  "a/../../secret",
  "/etc/passwd",
  "a/.git/config",
  "node_modules/x.md",
  "a",
  "",
  "a/SKILL.md/x",
  "a\\..\\..\\secret",
  "a/SKILL.md\0.png",
  "out/secret",
  "link",
])("gives nothing for %j", async (path) => {
  symlinkSync(outer, join(root, "out"));
  symlinkSync("../secret", join(root, "link"));
  expect(await fileAt(path)).toMatchObject({ status: 404 });
  expect((await ask("/api/folder")).text).not.toMatch(/secret|link|out/);
});

test("a folder that has become a link since it was listed leads nowhere", async () => {
  await ask("/api/folder");
  renameSync(join(root, "a"), join(outer, "a"));
  symlinkSync(join(outer, "a"), join(root, "a"));
  expect(await fileAt("a/SKILL.md")).toMatchObject({ status: 404 });
});

test("the page reads it as a folder that was chosen, what has changed alone the second time, and is told of changes", async () => {
  const asked: string[] = [];
  const given = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    asked.push(path);
    return given(`http://127.0.0.1:${port}${path}`, init);
  });
  writeFileSync(join(root, "b.md"), "b");
  const folder = await openServedFolder(token);
  const before = await readLiveFolder(folder);
  expect(snapshotPaths(before.snapshot)).toEqual(["a/SKILL.md", "b.md"]);
  const ending = new AbortController();
  let told = 0;
  void folder.follow(() => told++, ending.signal);
  // Sent once the folder is watched: changes made before are read then.
  await vi.waitFor(() => expect(told).toBe(1));
  appendFileSync(join(root, "a/SKILL.md"), ", two");
  await vi.waitFor(() => expect(told).toBeGreaterThan(1));
  ending.abort();
  asked.length = 0;
  const after = await readLiveFolder(folder, { before });
  expect([...after.fresh]).toEqual(["a/SKILL.md"]);
  expect(asked).toEqual(["/api/folder", "/api/folder/file?path=a%2FSKILL.md"]);
  const texts = [...snapshotEntries(after.snapshot)].map(({ bytes }) => new TextDecoder().decode(bytes));
  expect(texts[0]).toMatch(/^one, two/);
  await expect(openServedFolder("no")).rejects.toMatchObject({ failure: { code: "upload-unreadable" } });
});

test("a file that vanishes after it was listed is left out, and one that may not be read is named", async () => {
  const given = globalThis.fetch;
  const refused = new Set<string>();
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    if (path.endsWith("b.md.tmp")) rmSync(join(root, "b.md.tmp"), { force: true });
    return refused.has(path)
      ? Promise.resolve(new Response("", { status: 404 }))
      : given(`http://127.0.0.1:${port}${path}`, init);
  });
  for (const name of ["b.md", "b.md.tmp"]) writeFileSync(join(root, name), "b");
  const { snapshot } = await readLiveFolder(await openServedFolder(token));
  expect(snapshotPaths(snapshot)).toEqual(["a/SKILL.md", "b.md"]);
  refused.add("/api/folder/file?path=b.md");
  await expect(readLiveFolder(await openServedFolder(token))).rejects.toMatchObject({
    failure: { code: "upload-unreadable", path: "b.md" },
  });
});

test("a folder is watched before anybody is told to read it, and so is a new folder in it", async () => {
  const ending = new AbortController();
  let told = 0;
  watchFolder(root, () => told++, ending.signal);
  await vi.waitFor(() => expect(told).toBe(1));
  mkdirSync(join(root, "new"));
  // For the change itself, and again when what it brought is watched.
  await vi.waitFor(() => expect(told).toBeGreaterThan(2));
  ending.abort();
});

test.each([
  ["0.0.0.0", token, /127\.0\.0\.1/],
  ["::1", token, /127\.0\.0\.1/],
  ["127.0.0.1", "short", /43 characters/],
  ["127.0.0.1", "", /43 characters/],
])("does not start on %s with the token %j", (host, given, why) => {
  expect(() => folderSettings({ SKILLGROUND_FOLDER: root, SKILLGROUND_FOLDER_TOKEN: given }, host)).toThrow(why);
  expect(folderSettings({}, host)).toBeUndefined();
});
