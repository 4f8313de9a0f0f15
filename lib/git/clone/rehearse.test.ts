import { expect, it } from "vitest";
import { packTools } from "#test/servers/clone-from-server.ts";
import { rehearse } from "./rehearse.ts";

it("is a clone that succeeds: its repository is read and verified as any other", async () => {
  await expect(rehearse(await packTools)).resolves.toBeUndefined();
});
