import type { Entry, ListedModel } from "../listing.ts";
import { type ModelSource, withoutSlash } from "../source.ts";

const endpoint = "https://generativelanguage.googleapis.com/v1beta";

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
  endpoint,
  usualModel: "gemini-flash-latest",
  models: [{ names: /(?:^|\/)gemini-/i, window: 1_048_576, sees: "documents" }],
  lending: { variable: "GOOGLE", names: /^gemini/ },
  async open({ model, key, baseUrl, fetch }) {
    const [{ createGoogle }, { wiredModel }] = await Promise.all([
      import("@ai-sdk/google"),
      import("../wired-model.ts"),
    ]);
    const baseURL = withoutSlash(baseUrl ?? endpoint);
    return wiredModel((request) => createGoogle({ apiKey: key, baseURL, fetch: request })(model), fetch);
  },
  async list(options, signal) {
    const { listedBy } = await import("../listing.ts");
    const url = `${withoutSlash(options.baseUrl ?? endpoint)}/models?pageSize=1000`;
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
