import { buildIfChanged } from "./build.ts";
import { next } from "./next.ts";

const { PORT = "3000", HOST = "127.0.0.1" } = process.env;

const built = await buildIfChanged();
process.exitCode = built === 0 ? await next("start", "--port", PORT, "--hostname", HOST) : built;
