import { enter } from "./enter.mjs";

// V8 sizes its heap by the machine's memory, and on a large machine it keeps what is long unused: with these two it looks
// earlier. What the relay keeps and passes on lies outside of this heap.
await enter("serve.ts", ["--max-old-space-size=384", "--max-semi-space-size=2"]);
