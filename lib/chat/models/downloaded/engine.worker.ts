// Built separately (`lib/tasks/engine-worker.ts`), since this worker has a content security policy of its own: it alone
// may fetch weights.
import { MLCEngine } from "@mlc-ai/web-llm";
import { type Engine, type EngineRequest, serveEngine } from "./serve-engine.ts";

const serve = serveEngine(new MLCEngine() as unknown as Engine, (reply) => postMessage(reply));
addEventListener("message", ({ data }: MessageEvent<EngineRequest>) => serve(data));
