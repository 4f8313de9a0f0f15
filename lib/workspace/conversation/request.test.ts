import { afterEach, expect, it } from "vitest";
import { draftRequest } from "#lib/chat/request.ts";
import type { RequestPiece } from "#lib/chat/request-pieces.ts";
import { sketchRequest } from "#lib/chat/sketch-request.ts";
import { toolCallOf } from "#lib/chat/tool-call.ts";
import { profileById, profiles } from "#lib/harness/profiles.ts";
import type { Workspace } from "#lib/workspace/open-workspace.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import type { FakeProvider } from "#test/servers/providers/fake-provider.ts";
import { startOpenAiServer } from "#test/servers/providers/openai-server.ts";

const skillText = "---\nname: greet\ndescription: Says hello to people\n---\n\nSay hello to $ARGUMENTS.\n";
const page = createPageFixture();

let provider: FakeProvider | undefined;
afterEach(() => provider?.stop());

const messagesOf = (workspace: Workspace) => workspace.store.getState().conversation.messages;

/** A workspace under a harness, with a model that plays `provider`'s script. */
async function openUnder(profileId: string): Promise<{ workspace: Workspace; provider: FakeProvider }> {
  const server = await startOpenAiServer({ script: () => ({ text: "Done." }) });
  provider = server;
  const workspace = page.openText(skillText);
  await until(workspace, ({ phase }) => phase.kind === "ready");
  await workspace.actions.chooseProfile(profileId);
  await workspace.actions.setModels({
    choice: { source: "compatible", baseUrl: server.url, model: "gpt-test" },
    keys: { [new URL(server.url).origin]: "test-openai-key" },
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

/** What a provider received, in the form in which a request is shown. */
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
    expect(textsOf(sketchRequest(workspace.chatHost, messagesOf(workspace)))).toEqual(textsOf(drafted));
    await actions.submit("And again");
    const sent = received(server);
    const next = sent.pop();
    const reminder = drafted.find(({ role }) => role === "reminder");
    const { delivery } = profileById(id).catalog;
    const before = delivery.channel === "reminder" && delivery.stands === "before";
    const reminded = (text: string) => (before ? `${text}\n\nAnd again` : `And again\n\n${text}`);
    expect(next?.text).toBe(reminder ? reminded(reminder.text) : "And again");
    // On hosts other than OpenAI, chat completions have no role of this name.
    const onTheWire = (role: string) => (role === "developer" ? "system" : role);
    expect(
      drafted.filter((piece) => piece !== reminder).map(({ role, text }) => ({ role: onTheWire(role), text })),
    ).toEqual(sent);
    const { catalog } = workspace.store.getState().view;
    expect(drafted.filter(({ role }) => role === "developer").map(({ text }) => text)).toEqual(
      delivery.channel === "developer" ? [catalog.text] : [],
    );
    expect(sent.filter(({ role }) => role === "tool result")).toHaveLength(1);
  },
);

/** Role and text of each piece, sorted: the order of tools and results changes no count. */
function textsOf(pieces: readonly RequestPiece[]): string[] {
  return pieces.map(({ role, text }) => `${role}: ${text}`).toSorted();
}

it.each(profiles.map(({ id, label }) => [label, id]))(
  "under %s the context is counted by the texts that are sent, whatever the conversation holds",
  async (_, id) => {
    const { workspace, provider: server } = await openUnder(id);
    const { actions, store, chatHost } = workspace;
    const counted = async () => {
      expect(textsOf(sketchRequest(chatHost, messagesOf(workspace)))).toEqual(
        textsOf(await draftRequest(chatHost, messagesOf(workspace))),
      );
    };
    await counted();
    const { readTools, writeTools } = profileById(id);
    const path = store.getState().view.discovery.skills[0]?.location ?? "";
    const skillTool = chatHost.skillTool?.()?.name;
    server.enqueue(
      {
        text: "I look.",
        calls: [
          { name: readTools.list, input: { path: "." } },
          { name: readTools.read, input: { path } },
          { name: readTools.read, input: { path: "/workspace/none.md" } },
          { name: readTools.search, input: { pattern: "hello" } },
        ],
      },
      ...(skillTool
        ? [{ calls: [{ name: skillTool, input: { skill: "greet", name: "greet", skill_name: "greet" } }] }]
        : []),
      { calls: [{ name: writeTools.tools[0]?.name ?? "", input: { path: "/workspace/a.md", content: "a" } }] },
      { text: "Done." },
    );
    await actions.attach([new File(["a note"], "note.txt")]);
    await actions.submit("Look");
    await counted();
    await actions.submit("/greet Ann");
    await counted();
  },
);

it("what a denied call reads to the model is shown", async () => {
  const { workspace, provider: server } = await openUnder("keen");
  server.enqueue({ calls: [{ name: "list_files", input: { path: "~" } }] }, { text: "I may not, then." });
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

it("a turn keeps the system prompt it began with, whatever its writes make the harness reload", async () => {
  const { workspace, provider: server } = await openUnder("ak-coder");
  const { actions } = workspace;
  const path = workspace.store.getState().view.discovery.skills[0]?.location ?? "";
  const change = { path, old_string: "Says hello", new_string: "Says goodbye" };
  server.enqueue({ text: "I write.", calls: [{ name: "str_replace", input: change }] }, { text: "Done." });
  await actions.submit("Change it");
  const [question] = messagesOf(workspace).flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
  await actions.approve(question?.id ?? "", true);
  const system = () => received(server).find(({ role }) => role === "system")?.text;
  expect(server.requests).toHaveLength(2);
  expect(system()).toContain("Says hello to people");
  await actions.submit("And now?");
  expect(system()).toContain("Says goodbye to people");
});

it.each(profiles.map(({ id, label }) => [label, id]))(
  "under %s a model that calls its tools by name is obeyed",
  async (_, id) => {
    const { workspace, provider: server } = await openUnder(id);
    const { readTools, writeTools } = profileById(id);
    const path = workspace.store.getState().view.discovery.skills[0]?.location ?? "";
    server.enqueue(
      {
        text: "I look.",
        calls: [
          { name: readTools.list, input: { path: "." } },
          { name: readTools.read, input: { path } },
        ],
      },
      { text: "Done.", calls: [] },
    );
    await workspace.actions.submit("Look");
    const calls = messagesOf(workspace).flatMap(({ parts }) => parts.flatMap((part) => toolCallOf(part) ?? []));
    expect(calls.map(({ tool, state }) => [tool, state])).toEqual([
      ["list_files", "done"],
      ["read_file", "done"],
    ]);
    const offered = received(server).flatMap(({ role, text }) => (role === "tool" ? (text.split("\n")[0] ?? "") : []));
    const named = [...Object.values(readTools), ...writeTools.tools.map(({ name }) => name)];
    expect(offered).toEqual(expect.arrayContaining(named));
    const system = received(server).find(({ role }) => role === "system")?.text;
    expect(system).toContain(`${readTools.read}, ${readTools.list} and ${readTools.search}`);
  },
);

it("the tools that Kodelet's text tells the model to use are there", async () => {
  const { workspace, provider: server } = await openUnder("kodelet");
  await workspace.actions.submit("Hello");
  const tools = received(server).flatMap(({ role, text }) => (role === "tool" ? [text] : []));
  const named = tools.join("\n").match(/\b(?:file|glob)_\w+/g) ?? [];
  expect(new Set(named)).toEqual(new Set(["file_read", "glob_tool", "file_write", "file_edit"]));
  for (const name of named) expect(tools.some((text) => text.startsWith(`${name}\n`))).toBe(true);
});
