import { builtInModel, type ModelSource } from "../source.ts";

/** The browser's built-in model: Chrome's and Edge's Prompt API. */
export const browser: ModelSource = {
  id: "browser",
  label: "The browser's own model",
  about: "Gemini Nano in Chrome, Phi in Edge: small models that struggle with long skills.",
  costs: {
    money: "Free",
    download: "2 to 4 GB, once",
    privacy: "nothing leaves this computer",
  },
  needs: [],
  host: "this browser",
  shows: "text",
  isOneModel: true,
  usualModel: builtInModel,
  // The window of Chrome's Gemini Nano; another browser's is learned when its model is prepared.
  models: [{ names: /^built-in$/, window: 9216 }],
  async open() {
    const { createBrowserModel } = await import("#lib/chat/models/prompt-api.ts");
    return createBrowserModel();
  },
};
