import { enter } from "./enter.mjs";
import { serverEnvironment, serverFlags } from "./server-flags.mjs";

for (const [name, value] of Object.entries(serverEnvironment)) process.env[name] ??= value;
await enter("serve.ts", serverFlags);
