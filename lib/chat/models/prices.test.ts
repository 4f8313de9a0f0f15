import { expect, test, vi } from "vitest";
import { createDemoModel } from "../demo/demo-model.ts";
import { modelLabel } from "../model-choice.ts";
import { withEstimatedUsage } from "../turns/estimated-usage.ts";
import { open } from "../turns/session-fixture.ts";
import type { LoadModel } from "./load-model.ts";
import { costOf, watchPrice } from "./prices.ts";
import { anthropic } from "./sources/anthropic.ts";
import { openrouter } from "./sources/openrouter.ts";

const listed = (pricing: object) => ({ data: [{ id: "maker/model", name: "Model", pricing }] });

/** The price that OpenRouter's list gives a model, and how often the list was asked. */
function priceBy(answer: () => Response, model = "maker/model") {
  let asked = 0;
  const fetch = async () => {
    asked++;
    return answer();
  };
  const baseUrl = `https://${crypto.randomUUID()}.example/v1`;
  const watch = () => watchPrice(openrouter, model, { key: "", baseUrl, fetch });
  const price = watch();
  expect(price()).toBeUndefined();
  return { price, watch, asked: () => asked };
}

test("a price is what the endpoint's own list says, which is asked once a page", async () => {
  const pricing = { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003" };
  const { price, watch, asked } = priceBy(() => Response.json(listed(pricing)));
  await vi.waitFor(() => expect(price()).toEqual({ input: 3, output: 15, cached: 0.3 }));
  const again = watch();
  await vi.waitFor(() => expect(again()).toEqual(price()));
  expect(asked()).toBe(1);
});

test.each([
  ["does not list the model", () => Response.json({ data: [] })],
  ["has no price", () => Response.json(listed({}))],
  ["says that it depends", () => Response.json(listed({ prompt: "-1", completion: "-1" }))],
])("no price is known where the list %s, and it is not asked again for each answer", async (_, answer) => {
  const { price, watch, asked } = priceBy(answer);
  for (let turn = 0; turn < 3; turn++) {
    watch();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect([asked(), price()]).toEqual([1, undefined]);
});

test.each([
  ["is no list", () => new Response("<html>")],
  ["is refused", () => new Response("", { status: 503 })],
  ["is not reached", () => Response.error()],
])("no price is known where the list %s, and it is asked again", async (_, answer) => {
  const { price, watch, asked } = priceBy(answer);
  await vi.waitFor(() => {
    watch();
    expect(asked()).toBe(2);
  });
  expect(price()).toBeUndefined();
});

test("nobody is asked whose list has no prices", () => {
  const fetch = () => {
    throw new Error("asked");
  };
  expect(watchPrice(anthropic, "claude", { key: "k", fetch })()).toBeUndefined();
});

test("tokens from a cache and into it are counted apart, and what is not reported has no cost", () => {
  const price = { input: 3, output: 15, cached: 0.3, cacheWrite: 3.75 };
  const usage = { inputTokens: 1_000_000, cachedTokens: 600_000, cacheWriteTokens: 200_000, outputTokens: 100_000 };
  expect(costOf(usage, price)).toBeCloseTo(0.2 * 3 + 0.6 * 0.3 + 0.2 * 3.75 + 0.1 * 15, 9);
  expect(costOf(usage, { input: 3, output: 15 })).toBeCloseTo(3 + 1.5, 9);
  expect(costOf({ inputTokens: 1 }, price)).toBeUndefined();
  expect(costOf(usage, undefined)).toBeUndefined();
});

test("an answer that goes on has the cost of all its parts, where each is known", async () => {
  let price: { input: number; output: number } | undefined = { input: 1_000_000, output: 0 };
  const load: LoadModel = async () => ({
    // The demo script reports no usage by itself.
    model: withEstimatedUsage(createDemoModel({ delay: 0 }), undefined),
    label: modelLabel({ source: "openrouter", model: "maker/model" }),
    price: () => price,
  });
  const { session, last } = open(load);
  await session.send({ text: "hello" });
  const { usage, cost } = last().messages[1]?.metadata ?? {};
  expect(usage?.inputTokens).toBeGreaterThan(0);
  expect(cost).toBe(usage?.inputTokens);
  const messages = last().messages.map((message) => ({
    ...message,
    metadata: { ...message.metadata, isUnfinished: true },
  }));
  const reopened = open(load, { messages });
  await reopened.session.proceed();
  const whole = reopened.last().messages[1]?.metadata;
  expect(whole?.usage?.inputTokens).toBeGreaterThan(usage?.inputTokens ?? 0);
  expect(whole?.cost).toBe(whole?.usage?.inputTokens);
  price = undefined;
  const unpriced = open(load, { messages });
  await unpriced.session.proceed();
  expect(unpriced.last().messages[1]?.metadata).not.toHaveProperty("cost");
});
