import type { ModelSource } from "../source.ts";

/** The demo script, which needs no key and no network. */
export const demo: ModelSource = {
  id: "demo",
  label: "Demo model",
  about: "A script, not an AI. Works offline, without a key.",
  costs: { money: "Free", privacy: "nothing leaves this page" },
  needs: [],
  shows: "text",
  usualModel: "demo",
  async open() {
    const { createDemoModel } = await import("#lib/chat/demo/demo-model.ts");
    return createDemoModel();
  },
};
