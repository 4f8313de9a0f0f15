import { json } from "./json.ts";
import { installLocale } from "./locale.ts";
import { processObject } from "./process.ts";
import * as web from "./web.ts";

installLocale();

Object.assign(JSON, json);
Object.assign(globalThis, {
  global: globalThis,
  process: processObject,
  URL: web.URL,
  URLSearchParams: web.URLSearchParams,
  TextEncoder: web.TextEncoder,
  TextDecoder: web.TextDecoder,
});
