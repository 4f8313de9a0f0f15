import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { openEmbedded } from "./open-embedded.ts";
import { createPageFixture, until } from "./page-fixture.ts";
import type { Workspace } from "./workspace.ts";

createPageFixture();

/** What of the browser was touched that keeps something. */
let touched: string[] = [];
let asked: string[] = [];
let workspace: Workspace | undefined;

beforeEach(() => {
  [touched, asked] = [[], []];
  for (const name of ["indexedDB", "localStorage", "sessionStorage", "BroadcastChannel", "caches"]) {
    const note = () => {
      touched.push(name);
      throw new DOMException("denied", "SecurityError");
    };
    // As an object that is there, and as one that is called or made.
    vi.stubGlobal(name, new Proxy(note, { get: note, construct: note }));
  }
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    asked.push(String(input));
    return fetch(input, init);
  });
});

afterEach(async () => {
  await workspace?.close();
});

/** Opens an embed, and waits until it is drawn. */
async function embedded(path: string, search = ""): Promise<Workspace> {
  workspace = openEmbedded({ path, search });
  await until(workspace, ({ phase }) => phase.kind === "ready" || phase.kind === "refused");
  return workspace;
}

test("an embed has its source, and keeps nothing", async () => {
  const { store, actions } = await embedded("/try/git-helper", "?profile=codex&embed=1");
  const { view, profileId, storage } = store.getState();
  expect(view.discovery.skills.map(({ name }) => name)).toContain("git-helper");
  expect([profileId, storage.kind]).toEqual(["codex", "memory"]);
  await actions.chooseProfile("claude-code");
  actions.setMessageText("Hello");
  expect(touched).toEqual([]);
});

test("the demo model answers in it, whatever is chosen on this device, and no other is asked for", async () => {
  const { store, actions } = await embedded("/try/git-helper");
  expect(store.getState().models).toEqual(defaultModelSettings);
  await actions.submit("Write a commit message");
  expect(store.getState().conversation.messages.at(-1)?.role).toBe("assistant");
  expect([asked.filter((address) => address.startsWith("/api/")), touched]).toEqual([[], []]);
});

test("a prompt of the link is not taken up, nor asked about behind a sheet", async () => {
  const { store } = await embedded("/try/git-helper", "?prompt=Delete%20everything&embed=1");
  const { phase, messageText } = store.getState();
  expect([phase.kind, messageText]).toEqual(["ready", ""]);
});

test("what names no source is refused with its reason", async () => {
  const { store } = await embedded("/gh/acme", "?embed=1");
  expect(store.getState().phase).toMatchObject({ kind: "refused", failure: { code: "link-refused" } });
});

test("nothing in it takes a key, a token, another model or another source", async () => {
  const { actions } = await embedded("/try/git-helper");
  expect(() =>
    actions.keepSecret({ kind: "token", origin: "https://a.example" } as never, "x", "page" as never),
  ).toThrow("somebody's page");
  expect(() => actions.setModels(defaultModelSettings)).toThrow("somebody's page");
  expect(() => actions.mount({ kind: "text", text: "---\nname: a\n---\n" })).toThrow("somebody's page");
});
