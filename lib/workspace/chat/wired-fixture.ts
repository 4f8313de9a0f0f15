/** For tests of what a model may do in a workspace: one over files, whose model speaks to a fake provider over the wire. */
import { afterEach } from "vitest";
import { type ToolCall, toolCallOf } from "#lib/chat/tool-call.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { Workspace } from "#lib/workspace/workspace.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

export interface WiredLab {
  readonly workspace: Workspace;
  readonly provider: FakeProvider;
  readonly calls: () => ToolCall[];
  /** Has the model make these calls in one answer; resolves when it waits for a word, or has answered. */
  call(...calls: { readonly name: string; readonly input?: unknown; readonly json?: string }[]): Promise<ToolCall[]>;
  /** What the request of that number held, from the end with a negative one. */
  sent(index: number): string;
  read(path: string): string | undefined;
}

export type LabFiles = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

/** Gives each test of the file that calls this a browser and a provider of its own. */
export function createWiredLab() {
  const page = createPageFixture();
  let provider: FakeProvider | undefined;
  afterEach(() => provider?.stop());

  /** `files`: by their paths below `/workspace`. */
  return async function openLab(files: LabFiles, profileId = "keen", model = "gpt-test"): Promise<WiredLab> {
    const server = await startOpenAiServer({ script: () => ({ text: "Done." }) });
    provider = server;
    const picked = Object.entries(files).map(([path, content]) => ({ path: `lab/${path}`, file: new Blob([content]) }));
    const workspace = page.open({ own: true, incoming: { kind: "upload", name: "lab", files: picked } });
    await until(workspace, ({ phase }) => phase.kind === "ready");
    await workspace.actions.chooseProfile(profileId);
    await workspace.actions.setModels({
      choice: { source: "compatible", baseUrl: server.url, model },
      keys: { [new URL(server.url).origin]: "test-openai-key" },
    });
    const calls = () =>
      workspace.store
        .getState()
        .conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
    return {
      workspace,
      provider: server,
      calls,
      async call(...made) {
        server.enqueue({ calls: made });
        const before = calls().length;
        await workspace.actions.submit("Go on");
        return calls().slice(before);
      },
      sent: (index) => JSON.stringify(server.requests.at(index)?.body) ?? "",
      read(path) {
        const bytes = workspace.store.getState().files.read(path);
        return bytes && new TextDecoder().decode(bytes);
      },
    };
  };
}
