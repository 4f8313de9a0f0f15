import { config } from "zod/mini";

// zod tries `new Function` when the first schema is built, which the page's content policy reports as a
// violation even though zod catches it. Whoever imports `ai` or builds a schema imports this first.
config({ jitless: true });
