import { testHost } from "#lib/chat/host-fixture.ts";
import { modelLabel } from "#lib/chat/model-choice.ts";
import { anthropic } from "#lib/chat/models/sources/anthropic.ts";
import { estimateTokens } from "#lib/chat/tokens/estimate-tokens.ts";
import { createChatSession } from "#lib/chat/turns/create-session.ts";
import { formatCount } from "#lib/format-count.ts";
import { startAnthropicServer } from "#test/servers/providers/anthropic-server.ts";
import { generateSkill } from "../generated-skills.ts";

const steps = 12;
const catalogTokens = 37_500;
/** Anthropic's price of a token read from the cache, and of one written to it, relative to an uncached token. */
const read = 0.1;
const write = 1.25;

const provider = await startAnthropicServer({
  key: "bench",
  script: ({ results }) =>
    results.length < steps - 1
      ? { calls: [{ name: "read_file", input: { path: "/workspace/notes.txt" } }] }
      : { text: "That is all of it." },
});
const model = await anthropic.open({ model: "claude-haiku-4-5", key: "bench", baseUrl: provider.url });
const label = modelLabel({ source: "anthropic", model: "claude-haiku-4-5" });
const host = testHost({ instructions: () => ({ system: catalogOf(catalogTokens) }) });
const session = createChatSession({ host, messages: [], onChange: () => undefined }, async () => ({ model, label }));
await session.send({ text: "Look at the notes, again and again." });

const asked = provider.requests.map(({ body }) => blocksOf(body as AnthropicBody));
const whole = asked.map((blocks) => sum(blocks.map(({ tokens }) => tokens)));
const billed = bill(asked);
console.log(
  `${asked.length} steps over a catalog of ${formatCount(catalogTokens)} tokens: ${formatCount(sum(whole))} tokens in; ` +
    `with the cache ${formatCount(billed.read)} of them are read from it and ${formatCount(billed.written)} put there, ` +
    `billed as ${formatCount(billed.billed)} (${((billed.billed / sum(whole)) * 100).toFixed(0)} %)`,
);
await provider.stop();

function catalogOf(tokens: number): string {
  let text = "## Available skills\n";
  for (let seed = 0; estimateTokens(text) < tokens; seed++)
    text += `\n- skill-${seed}: ${generateSkill(`skill-${seed}`, seed).slice(40, 640).replace(/\s+/g, " ")}`;
  return text;
}

interface AnthropicBody {
  readonly tools: readonly object[];
  readonly system: readonly object[];
  readonly messages: readonly { readonly role: string; readonly content: readonly object[] }[];
}

interface Block {
  readonly text: string;
  readonly tokens: number;
  /** Whether the request up to here is to be cached. */
  readonly isMarked: boolean;
}

/** A request as the provider's cache sees it: in wire order, with cache marks separate from the blocks they are on. */
function blocksOf({ tools, system, messages }: AnthropicBody): readonly Block[] {
  const said = messages.flatMap(({ role, content }) => content.map((block) => ({ role, ...block })));
  return [...tools, ...system, ...said].map((block) => {
    const { cache_control, ...rest } = block as { readonly cache_control?: object };
    const text = JSON.stringify(rest);
    return { text, tokens: estimateTokens(text), isMarked: cache_control !== undefined };
  });
}

/** The bill for the requests: the cache serves the longest prefix that an earlier request has stored. */
function bill(requests: readonly (readonly Block[])[]) {
  const cache = new Set<string>();
  const total = { read: 0, written: 0, billed: 0 };
  for (const blocks of requests) {
    let [beginning, tokens, cached, marked] = ["", 0, 0, 0];
    for (const block of blocks) {
      beginning += block.text;
      tokens += block.tokens;
      if (cache.has(beginning)) cached = tokens;
      if (!block.isMarked) continue;
      cache.add(beginning);
      marked = tokens;
    }
    const written = Math.max(0, marked - cached);
    total.read += cached;
    total.written += written;
    total.billed += cached * read + written * write + (tokens - cached - written);
  }
  return { ...total, billed: Math.round(total.billed) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
