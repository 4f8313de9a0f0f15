import { answerRequests } from "#components/ui/deadline-worker.ts";
import { parseMarkdown } from "./parse-markdown.ts";

answerRequests(parseMarkdown);
