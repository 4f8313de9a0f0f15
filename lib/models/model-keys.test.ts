import { expect, it } from "vitest";
import type { ModelSettings } from "#lib/chat/model-settings.ts";
import { createPageFixture, until } from "#lib/workspace/page-fixture.ts";
import { secrets } from "./secrets.ts";

const page = createPageFixture();
const origin = "https://api.openai.com";
const name = { kind: "key", at: origin } as const;
const settings: ModelSettings = { choice: { source: "openai", model: "gpt-x" }, keys: { [origin]: "sk-1" } };

/** Forgets the secrets that the page of an earlier test has in memory. */
const forgetAll = async () => secrets.forget(...(await secrets.standing()).known);

it("is there again after a reload where it was remembered, and in no other case", async () => {
  const first = page.open();
  await first.actions.setModels(settings);
  await first.close();
  const second = page.open();
  expect(second.store.getState().models).toEqual({ choice: settings.choice, keys: {} });
  await second.actions.keepSecret(name, "sk-1", { kind: "plain" });
  await second.close();
  const { models } = await until(page.open(), (state) => Object.keys(state.models.keys).length > 0);
  expect(models).toEqual(settings);
  await forgetAll();
});

it("that is typed goes before one that was remembered", async () => {
  const workspace = page.open();
  await workspace.actions.keepSecret(name, "sk-old", { kind: "plain" });
  await workspace.actions.setModels({ ...settings, keys: { [origin]: "sk-new" } });
  await workspace.actions.knownSecrets();
  expect(workspace.store.getState().models.keys).toEqual({ [origin]: "sk-new" });
  await forgetAll();
});

it("goes from the page and the device when it is forgotten, and all of them with everything", async () => {
  const { actions, store } = page.open();
  await actions.setModels(settings);
  await actions.keepSecret(name, "sk-1", { kind: "plain" });
  await actions.keepSecret({ kind: "token", at: "git.example" }, "t", { kind: "page" });
  expect(await actions.forgetSecrets([name])).toBeUndefined();
  expect(store.getState().models).toEqual({ choice: settings.choice, keys: {} });
  await actions.setModels({ ...settings, window: 10_000 });
  const forgotten = await actions.forgetEverything();
  expect(forgotten).toEqual({
    secrets: [
      { kind: "token", at: "git.example", standing: "page" },
      { ...name, standing: "page" },
    ],
    wasModelChosen: true,
  });
  expect(store.getState().models).toEqual({ choice: { source: "demo", model: "demo" }, keys: {} });
  expect(localStorage.getItem("skillground.model")).toBeNull();
  expect((await actions.knownSecrets()).known).toEqual([]);
});
