import type { ModelSource } from "../source.ts";

/**
 * A model whose weights are downloaded into the browser once, and which then runs on the graphics processor (WebLLM).
 */
export const download: ModelSource = {
  id: "download",
  label: "A model downloaded into the page",
  about: "Small models that run on this device, also offline. They follow skills poorly.",
  costs: {
    money: "Free",
    download: "0.4 to 2.3 GB, once",
    privacy: "nothing leaves this computer",
  },
  needs: [],
  host: "this browser",
  // The window that the downloadable models get (`models/downloaded/weights.ts`).
  models: [{ names: /-MLC$/, window: 8192 }],
  usualModel: "Qwen3-1.7B-q4f16_1-MLC",
  async open({ model }) {
    const { openDownloaded } = await import("#lib/chat/models/downloaded/downloaded-model.ts");
    return openDownloaded(model);
  },
};
