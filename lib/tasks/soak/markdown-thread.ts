import { parentPort } from "node:worker_threads";
import { type MarkdownRequest, parseMarkdown } from "#components/markdown/parse-markdown.ts";

parentPort?.on("message", (request: MarkdownRequest) => parentPort?.postMessage(parseMarkdown(request)));

parentPort?.postMessage("ready");
