import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createFolderAnswers } from "#lib/server/folder/folder-answers.ts";
import { createFrontServer } from "#lib/server/front/front-server.ts";
import { webHandler } from "#lib/server/front/web-handler.ts";
import { answers } from "./serve-verb.ts";

test("an older server on the port is not taken for the one that was started", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "skillground-serve-")));
  const { server, close } = createFrontServer({
    version: "0",
    securityContacts: [],
    trustedProxies: 0,
    handle: webHandler(createFolderAnswers({ root, token: "own" })),
    onVisit: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await answers(origin, "other")).toBe(false);
  expect(await answers(origin, "own")).toBe(true);
  await close(0);
  expect(await answers(origin, "own")).toBe(false);
  rmSync(root, { recursive: true });
});
