import { expect, test } from "vitest";
import { defaultModelSettings } from "#lib/chat/model-settings.ts";
import { type MachineStanding, modelMenu } from "./model-menu-rows.ts";

const bare: MachineStanding = {
  builtIn: "missing",
  graphics: "This browser has no WebGPU.",
  kept: undefined,
  isSecure: true,
};
const menuFor = (machine: Partial<MachineStanding>, lent: { model: string; label: string }[] = [], keys = {}) =>
  modelMenu({ ...defaultModelSettings, keys }, lent, { ...bare, ...machine });
const openRouterKey = { "https://openrouter.ai": "k" };

test.each([
  ["what the site lends", menuFor({ builtIn: "available" }, [{ model: "m", label: "Lent" }]), "server m", "choose"],
  ["what a sign-in is there for", menuFor({ builtIn: "available" }, [], openRouterKey), "openrouter", "choose"],
  ["the browser's own, where it is ready", menuFor({ builtIn: "available" }), "browser", "choose"],
  ["what is downloaded already", menuFor({ graphics: "", kept: "small" }), "download", "choose"],
  ["else a sign-in", menuFor({ builtIn: "downloadable", graphics: "" }), "openrouter", "prepare"],
  ["without https what can be downloaded", menuFor({ builtIn: "downloadable", isSecure: false }), "browser", "prepare"],
  [
    "without the browser's own, one on the graphics processor",
    menuFor({ graphics: "", isSecure: false }),
    "download",
    "prepare",
  ],
])("the best free model is %s", (_, { best, others }, id, kind) => {
  expect([best?.id, best?.does.kind]).toEqual([id, kind]);
  expect(others.map((row) => row.id)).not.toContain(id);
});

test("nothing is called the best before the machine has been asked, nor where nothing works", () => {
  expect(menuFor({ builtIn: undefined }).best).toBeUndefined();
  expect(menuFor({ isSecure: false }).best).toBeUndefined();
});

test("what cannot run here says why, and cannot be chosen", () => {
  const { others } = menuFor({ isSecure: false });
  expect(others.filter(({ does }) => does.kind === "blocked").map(({ id, detail }) => [id, detail])).toEqual([
    ["openrouter", "signing in needs https"],
    ["browser", "this browser has none"],
    ["download", "This browser has no WebGPU."],
  ]);
});

test("a source with a key is there to be chosen, and so is a model that is named nowhere else", () => {
  const keys = { "https://api.anthropic.com": "k" };
  expect(menuFor({}, [], keys).ready).toMatchObject([
    { id: "anthropic", isChosen: false, does: { kind: "choose", choice: { source: "anthropic" } } },
  ]);
  const choice = { source: "compatible", model: "m", baseUrl: "https://example.com/v1" } as const;
  expect(modelMenu({ choice, keys: {} }, [], bare).ready).toMatchObject([{ label: "m", isChosen: true }]);
  expect(menuFor({}).demo.isChosen).toBe(true);
});
