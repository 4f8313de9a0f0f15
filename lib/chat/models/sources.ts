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
 * Every source of models, in the order in which they are offered: what needs nothing, then what needs no key, the person's own
 * keys, and what the server lends.
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

/** The source of this id; the demo's when there is none, as in what another version stored. */
export function modelSourceById(id: string): ModelSource {
  return modelSources.find((source) => source.id === id) ?? demo;
}
