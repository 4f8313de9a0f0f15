import { answerRequests } from "#components/ui/deadline-worker.ts";
import { formulaTree } from "./formula-tree.ts";

answerRequests(formulaTree);
