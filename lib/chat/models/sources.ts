import type { SourceId } from "../model-settings.ts";
import type { ModelSource } from "./source.ts";
import { anthropic } from "./sources/anthropic.ts";
import { compatible } from "./sources/compatible.ts";
import { demo } from "./sources/demo.ts";
import { google } from "./sources/google.ts";
import { openai } from "./sources/openai.ts";
import { openrouter } from "./sources/openrouter.ts";
import { server } from "./sources/server.ts";

/** Every source of models, in the order in which they are offered. */
export const modelSources: Readonly<Record<SourceId, ModelSource>> = {
  demo,
  server,
  anthropic,
  openai,
  google,
  openrouter,
  compatible,
};
