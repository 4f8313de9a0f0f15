import { enter, runOnNode } from "./enter.mjs";
import { serverEnvironment, serverFile, serverFlags } from "./server-flags.mjs";

for (const [name, value] of Object.entries(serverEnvironment)) process.env[name] ??= value;
await enter("build.ts");
if (process.exitCode === 0) await runOnNode([...serverFlags, serverFile]);
