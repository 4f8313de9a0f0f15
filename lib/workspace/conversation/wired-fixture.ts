/** For tests of what a model may do: a workspace with files, whose model sends real requests to a fake provider. */
import { afterEach, vi } from "vitest";
import { readConversation } from "#lib/chat/conversations/read-conversation.ts";
import type { ChatMessage } from "#lib/chat/message.ts";
import type { ModelChoice } from "#lib/chat/model-settings.ts";
import { modelSourceById } from "#lib/chat/models/sources.ts";
import { type ToolCall, toolCallOf } from "#lib/chat/tool-call.ts";
import { importWorkspace } from "#lib/keeping/archive/import-workspace.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, type PageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import type { ScriptedCall } from "#test/servers/providers/model-script.ts";
import { key, type Wire, wires } from "#test/wires.ts";

export interface WiredLab {
  readonly workspace: Workspace;
  readonly provider: FakeProvider;
  readonly calls: () => ToolCall[];
  /** Has the model make these calls in one answer; resolves when one waits for permission, or all have results. */
  call(...calls: readonly ScriptedCall[]): Promise<ToolCall[]>;
  /** The text of the request with this index, counted from the end where negative. */
  sent(index: number): string;
  read(path: string): string | undefined;
  /**
   * The origins that the page has sent requests to, without its own server, before they were redirected to the fake.
   */
  readonly asked: readonly string[];
}

export type LabFiles = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

export interface WiredOptions {
  readonly profileId?: string;
  readonly wire?: Wire;
  readonly model?: string;
  /** Opens a workspace file that holds these files and this conversation. */
  readonly imported?: readonly ChatMessage[];
}

/** Gives each test of the calling file a browser and a provider of its own. */
export function createWiredLab() {
  const page = createPageFixture();
  let provider: FakeProvider | undefined;
  afterEach(() => provider?.stop());

  /** `files`: by their paths below `/workspace`. */
  return async function openLab(
    files: LabFiles,
    { profileId = "keen", wire = wires[4] as Wire, model = wire.model, imported }: WiredOptions = {},
  ): Promise<WiredLab> {
    const server = await wire.start();
    provider = server;
    server.answerWith(() => ({ text: "Done." }));
    const asked = watchRequests(wire, server);
    const opened = await openFiles(page, files);
    const workspace = imported ? await openImported(page, opened, imported) : opened;
    await workspace.actions.chooseProfile(profileId);
    await workspace.actions.setModels(settingsFor(wire, model, server));
    const calls = () =>
      workspace.store
        .getState()
        .conversation.messages.flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
    return {
      workspace,
      provider: server,
      calls,
      asked,
      async call(...made) {
        server.enqueue({ thought: "hm", calls: made });
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

async function openFiles(page: PageFixture, files: LabFiles): Promise<Workspace> {
  const picked = Object.entries(files).map(([path, content]) => ({ path: `lab/${path}`, file: new Blob([content]) }));
  const workspace = page.open({ own: true, incoming: { kind: "upload", name: "lab", files: picked } });
  await until(workspace, ({ phase }) => phase.kind === "ready");
  return workspace;
}

/** Opens a copy of the workspace from its file, with this conversation in place of its own. */
async function openImported(page: PageFixture, from: Workspace, said: readonly ChatMessage[]): Promise<Workspace> {
  const file = await from.actions.exportFile();
  const contents = await importWorkspace("/local/imported", "w.zip", file as File);
  const read = await readConversation("imported", JSON.stringify(said));
  if (typeof read === "string") throw new Error(`The conversation is refused: ${read}.`);
  const conversations = new Map([["imported", { head: read.head, messages: read.branches }]]);
  const workspace = page.open({ path: "/local/imported", own: true, contents: { ...contents, conversations } });
  await until(workspace, ({ phase }) => phase.kind === "ready");
  return workspace;
}

function settingsFor({ source }: Wire, model: string, { url }: FakeProvider) {
  const choice: ModelChoice = source === "compatible" ? { source, model, baseUrl: url } : { source, model };
  return { choice, keys: { [new URL(officialOf(source) ?? url).origin]: key } };
}

function officialOf(source: Wire["source"]): string | undefined {
  return modelSourceById(source).endpoint;
}

/** Records where requests go, and redirects those to the provider's real address to the fake. */
function watchRequests({ source }: Wire, { url }: FakeProvider): string[] {
  const asked: string[] = [];
  const official = officialOf(source);
  const before = fetch;
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const address = input instanceof Request ? input.url : String(input);
    if (address.startsWith("/")) return before(input, init);
    asked.push(new URL(address).origin);
    return before(official ? address.replace(official, url) : address, init);
  });
  return asked;
}
