import { endpoints } from "#lib/chat/model-settings.ts";
import { type Entry, type ListedModel, listedBy } from "../listing.ts";
import { type ModelSource, withoutSlash } from "../source.ts";
import { wiredModel } from "../wired-model.ts";

/** Gemini by Google's own API, whose thought signatures the package passes both ways. */
export const google: ModelSource = {
  id: "google",
  label: "Google",
  about: "Gemini, with your own key. Google has a free tier.",
  costs: {
    money: "Free within Google's limits, or billed to your key",
    privacy: "read by generativelanguage.googleapis.com; the free tier may train on it",
  },
  needs: ["model", "key"],
  keysPage: "https://aistudio.google.com/apikey",
  usualModel: "gemini-flash-latest",
  async open({ model, key, baseUrl, fetch }) {
    const { createGoogle } = await import("@ai-sdk/google");
    const baseURL = withoutSlash(baseUrl ?? endpoints.google);
    return wiredModel((request) => createGoogle({ apiKey: key, baseURL, fetch: request })(model), fetch);
  },
  list(options, signal) {
    const url = `${withoutSlash(options.baseUrl ?? endpoints.google)}/models?pageSize=1000`;
    return listedBy({ ...options, url, headers: { "x-goog-api-key": options.key } }, listedGemini, signal);
  },
};

function listedGemini(entry: Entry): ListedModel | undefined {
  const { name, displayName, inputTokenLimit, supportedGenerationMethods: methods } = entry;
  if (typeof name !== "string" || (Array.isArray(methods) && !methods.includes("generateContent"))) return undefined;
  return {
    model: name.replace(/^models\//, ""),
    ...(typeof displayName === "string" && { label: displayName }),
    ...(typeof inputTokenLimit === "number" && { window: inputTokenLimit }),
  };
}
