import { config } from "zod/mini";

// zod tries `new Function` when the first schema is built. It catches the error, but the page's content policy still
// reports a violation. So whoever imports `ai` or builds a schema imports this file first.
config({ jitless: true });
