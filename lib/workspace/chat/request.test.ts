import { afterEach, expect, it } from "vitest";
import { draftRequest, type RequestPiece } from "#lib/chat/request.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { profiles } from "#lib/harness/profiles.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { Workspace } from "#lib/workspace/workspace.ts";
import type { FakeProvider } from "#test/servers/providers/model-script.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();

let provider: FakeProvider | undefined;
afterEach(() => provider?.stop());

const messagesOf = (workspace: Workspace) => workspace.store.getState().conversation.messages;

/** A workspace under a harness, with a model that does as `provider` is told. */
async function openUnder(profileId: string): Promise<{ workspace: Workspace; provider: FakeProvider }> {
  const server = await startOpenAiServer({ script: () => ({ text: "Done." }) });
  provider = server;
  const workspace = page.openText(skillText);
  await until(workspace, ({ phase }) => phase.kind === "ready");
  await workspace.actions.chooseProfile(profileId);
  workspace.actions.setModels({
    choice: { kind: "openai-compatible", baseUrl: server.url, model: "gpt-test" },
    anthropicKey: "",
    openaiKey: "test-openai-key",
  });
  return { workspace, provider: server };
}

interface WireRequest {
  readonly messages?: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[];
    readonly tool_call_id?: string;
  }[];
  readonly tools?: readonly { readonly function: { name: string; description?: string; parameters: unknown } }[];
}

/** What a provider received, in the words in which a request is shown. */
function received(server: FakeProvider): Pick<RequestPiece, "role" | "text">[] {
  const { messages = [], tools = [] } = (server.requests.at(-1)?.body ?? {}) as WireRequest;
  const described = tools.map(({ function: { name, description = "", parameters } }) => ({
    role: "tool" as const,
    text: `${name}\n\n${description}\n\n${JSON.stringify(parameters, null, 2)}`,
  }));
  const said = messages.flatMap(({ role, content, tool_calls = [] }): Pick<RequestPiece, "role" | "text">[] => {
    if (role === "tool") return [{ role: "tool result", text: content ?? "" }];
    const calls = tool_calls.map(({ function: { name, arguments: input } }) => ({
      role: "tool call" as const,
      text: `${name} ${input}`,
    }));
    const text = content ? [{ role: role as "system" | "user" | "assistant", text: content }] : [];
    return [...text, ...calls];
  });
  const system = said.filter(({ role }) => role === "system");
  return [...system, ...described, ...said.slice(system.length)];
}

it.each(profiles.map(({ id, label }) => [label, id]))(
  "under %s the request that is shown is the one that is sent",
  async (_, id) => {
    const { workspace, provider: server } = await openUnder(id);
    const { actions } = workspace;
    server.enqueue(
      { text: "I look.", calls: [{ name: "read_file", input: { path: "~/notes.md" } }] },
      { text: "I may not, then." },
    );
    await actions.submit("Look at my notes");
    const question = messagesOf(workspace).flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
    await Promise.all(
      question.filter(({ state }) => state === "asking").map((call) => actions.approve(call.id, false)),
    );
    await actions.submit("/greet Ann");

    const drafted = await draftRequest(workspace.chatHost, messagesOf(workspace));
    await actions.submit("And again");
    const sent = received(server);
    const next = sent.pop();
    const reminder = drafted.find(({ role }) => role === "reminder");
    expect(next?.text).toBe(reminder ? `And again\n\n${reminder.text}` : "And again");
    expect(drafted.filter((piece) => piece !== reminder).map(({ role, text }) => ({ role, text }))).toEqual(sent);
    expect(sent.filter(({ role }) => role === "tool result")).toHaveLength(1);
  },
);

it("what a denied call reads to the model is shown", async () => {
  const { workspace, provider: server } = await openUnder("keen");
  server.enqueue({ calls: [{ name: "read_file", input: { path: "~/notes.md" } }] }, { text: "I may not, then." });
  await workspace.actions.submit("Look at my notes");
  const [call] = messagesOf(workspace).flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
  await workspace.actions.approve(call?.id ?? "", false);
  const drafted = await draftRequest(workspace.chatHost, messagesOf(workspace));
  expect(drafted).toContainEqual(
    expect.objectContaining({ role: "tool result", text: "The person did not allow this." }),
  );
});

it("drafting a request sends nothing, and writes nothing", async () => {
  const { workspace, provider: server } = await openUnder("keen");
  server.enqueue({ calls: [{ name: "write_file", input: { path: "/workspace/a.md", content: "a" } }] });
  await workspace.actions.submit("Write");
  const { files } = workspace.store.getState();
  const requests = server.requests.length;
  const drafted = await draftRequest(workspace.chatHost, messagesOf(workspace));
  expect(drafted.at(-1)?.text).toBe("The person went on without answering whether this is allowed.");
  expect(server.requests).toHaveLength(requests);
  expect(workspace.store.getState().files).toBe(files);
  expect(workspace.store.getState().conversation.status).toEqual({ kind: "asking" });
});
