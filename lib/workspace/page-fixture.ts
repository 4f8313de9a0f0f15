/**
 * For tests of open workspaces: a page of a browser that has stored only its person's usual harness, and the answers of
 * the page's server.
 */
import "fake-indexeddb/auto";
import { readFileSync } from "node:fs";
import { IDBFactory } from "fake-indexeddb";
import { afterEach, beforeEach, vi } from "vitest";
import { createDemoModel } from "#lib/chat/demo/demo-model.ts";
import { demo } from "#lib/chat/models/sources/demo.ts";
import { keepUsualHarness } from "#lib/keeping/usual-harness.ts";
import { forgetPageKeys } from "#lib/models/kept-models.ts";
import type { WorkspaceState } from "#lib/state/state.ts";
import type { Visit } from "#lib/workspace/opening/arrival.ts";
import type { Workspace } from "./open-workspace.ts";
import { openWorkspace } from "./open-workspace.ts";

export interface PageFixture {
  /** The address of the test's own workspace. */
  readonly path: string;
  /** Loads the page of the test's workspace; it stays open until the test ends. */
  open(visit?: Partial<Visit>): Workspace;
  /** Loads the page with one skill, whose SKILL.md the person pastes. */
  openText(text: string): Workspace;
  /** The same, once it is ready and under that harness. */
  openSkill(text: string, profileId?: string): Promise<Workspace>;
}

/** Gives each test of the calling file a browser of its own. */
export function createPageFixture(): PageFixture {
  let count = 0;
  let opened: Workspace[] = [];
  beforeEach(() => {
    count++;
    vi.stubGlobal("indexedDB", new IDBFactory());
    vi.stubGlobal("location", new URL("http://127.0.0.1/"));
    vi.stubGlobal("sessionStorage", tabStorage());
    vi.stubGlobal("localStorage", tabStorage());
    // Its pauses are for whoever reads along, and were most of the tests' time.
    vi.spyOn(demo, "open").mockImplementation(async () => createDemoModel({ delay: 0 }));
    keepUsualHarness("keen");
    vi.stubGlobal("fetch", answering(fetch));
  });
  afterEach(async () => {
    // Their last saves belong in this browser.
    await Promise.all(opened.map((workspace) => workspace.close()));
    opened = [];
    vi.unstubAllGlobals();
  });
  const fixture: PageFixture = {
    get path() {
      return `/local/${count}`;
    },
    open(visit) {
      forgetPageKeys();
      const workspace = openWorkspace({ path: fixture.path, search: "", ...visit });
      opened.push(workspace);
      return workspace;
    },
    openText: (text) => fixture.open({ own: true, incoming: { kind: "text", text } }),
    async openSkill(text, profileId) {
      const workspace = fixture.openText(text);
      await until(workspace, ({ phase }) => phase.kind === "ready");
      if (profileId !== undefined) await workspace.actions.chooseProfile(profileId);
      return workspace;
    },
  };
  return fixture;
}

/** Resolves when the workspace's state fits. */
export function until(
  workspace: Pick<Workspace, "store">,
  isWanted: (state: WorkspaceState) => boolean,
): Promise<WorkspaceState> {
  return new Promise((resolve) => {
    const look = (state: WorkspaceState) => {
      if (isWanted(state)) resolve(state);
    };
    workspace.store.subscribe(look);
    look(workspace.store.getState());
  });
}

/** A tab's session storage, which survives a reload. */
function tabStorage(): Pick<Storage, "getItem" | "setItem" | "removeItem"> {
  const kept = new Map<string, string>();
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

/** The page's own server has the samples and lends no model; other requests pass through. */
function answering(other: typeof fetch): typeof fetch {
  return async (input, init) => {
    if (typeof input !== "string" || !input.startsWith("/")) return other(input, init);
    if (input === "/api/chat") return Response.json({ models: [], connect: ["https://llm.example"] });
    return new Response(readFileSync(new URL(`../../public${input}`, import.meta.url)));
  };
}
