import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import type { EmbeddedWorkspace } from "./open-embedded.ts";
import { openEmbedded } from "./open-embedded.ts";
import { createPageFixture, until } from "./page-fixture.ts";

createPageFixture();

/** The browser's storage APIs that were touched. */
let touched: string[] = [];
let asked: string[] = [];
let workspace: EmbeddedWorkspace | undefined;

beforeEach(() => {
  [touched, asked] = [[], []];
  for (const name of ["indexedDB", "localStorage", "sessionStorage", "BroadcastChannel", "caches"]) {
    const note = () => {
      touched.push(name);
      throw new DOMException("denied", "SecurityError");
    };
    // The global is caught as an object, as a function and as a constructor.
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
async function embedded(path: string, search = ""): Promise<EmbeddedWorkspace> {
  const opened = openEmbedded({ path, search });
  workspace = opened;
  await until(opened, ({ phase }) => phase.kind === "ready" || phase.kind === "refused");
  return opened;
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

/** All verbs of an embed. Before adding one, consider clickjacking: a click that was meant for something else. */
const embedVerbs = [
  // Looking
  "selectSkill",
  "openFile",
  "closeFile",
  // Choosing a harness
  "chooseProfile",
  "reloadSkills",
  "setNoSkills",
  "compareHarnesses",
  // Talking with the demo model
  "submit",
  "complete",
  "completeFile",
  "setMessageText",
  "stop",
  "retry",
  "proceed",
  "endHoldup",
  "unqueue",
  "sendQueued",
  "approve",
  "withdrawAllowance",
  "attach",
  "attachPath",
  "detach",
  "editMessage",
  "walkBranches",
  "tryOut",
  // The source that is being fetched
  "cancelMount",
  "retryMount",
];

test("nothing in it takes a key, a token, another model or another source", async () => {
  const { actions } = await embedded("/try/git-helper");
  expect(Object.keys(actions).sort()).toEqual(embedVerbs.sort());
});
