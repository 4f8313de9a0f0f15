import type { ModelSource } from "./source.ts";
import { anthropic } from "./sources/anthropic.ts";
import { browser } from "./sources/browser.ts";
import { compatible } from "./sources/compatible.ts";
import { demo } from "./sources/demo.ts";
import { download } from "./sources/download.ts";
import { google } from "./sources/google.ts";
import { local } from "./sources/local.ts";
import { mistral } from "./sources/mistral.ts";
import { openai } from "./sources/openai.ts";
import { openrouter } from "./sources/openrouter.ts";
import { server } from "./sources/server.ts";

/**
 * Every source of models, in the order in which they are offered: the demo, then sources without a key, then those with
 * the person's own keys, and the server's models.
 */
export const modelSources: readonly ModelSource[] = [
  demo,
  browser,
  openrouter,
  local,
  download,
  anthropic,
  openai,
  google,
  mistral,
  compatible,
  server,
];

/** The source with this id; the demo where there is none, as for a choice that another version stored. */
export function modelSourceById(id: string): ModelSource {
  return modelSources.find((source) => source.id === id) ?? demo;
}
