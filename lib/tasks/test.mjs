import { enter } from "./enter.mjs";

await enter("check-all.ts");
