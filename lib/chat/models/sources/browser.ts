import { builtInModel } from "#lib/chat/model-settings.ts";
import type { ModelSource } from "../source.ts";

/** The browser's built-in model: Chrome's and Edge's Prompt API. */
export const browser: ModelSource = {
  id: "browser",
  label: "The browser's own model",
  about: "Gemini Nano in Chrome, Phi in Edge: small models that struggle with long skills.",
  costs: {
    money: "Free",
    download: "2 to 4 GB, once, by the browser",
    privacy: "nothing leaves this computer",
  },
  needs: [],
  usualModel: builtInModel,
  async open() {
    const { createBrowserModel } = await import("../prompt-api.ts");
    return createBrowserModel();
  },
};
