/** The server: serves the build in the folder it is started in. Bundled with the build (`server-programs.ts`). */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { join } from "node:path";
import { createFolderAnswers, namesLoopback } from "#lib/server/folder/folder-answers.ts";
import { folderSettings } from "#lib/server/folder/folder-settings.ts";
import { compressOnce } from "#lib/server/front/compress-once.ts";
import { createFrontServer } from "#lib/server/front/front-server.ts";
import { createMetrics, createMetricsServer } from "#lib/server/front/metrics.ts";
import { type FrontSettings, frontSettings } from "#lib/server/front/settings.ts";
import { accessLine, routeKind, type Visit } from "#lib/server/front/visits.ts";
import { webHandler } from "#lib/server/front/web-handler.ts";
import { installMeters } from "#lib/server/meters.ts";
import { roomDeps } from "#lib/server/rooms/room-deps.ts";
import { answerRooms } from "#lib/server/rooms/rooms.ts";
import { requireNewEnough } from "./node-version.mjs";
import { onEnd, outliveReaders } from "./run.mjs";

/** Milliseconds for requests under way when the server is to stop: less than the ten seconds that most supervisors wait. */
const patienceMs = 8000;

outliveReaders();
await serve().catch(giveUp);

async function serve(): Promise<void> {
  requireNewEnough(process.version);
  const application = await openApplication();
  // Read only now, because Next has added the variables of `.env` files.
  const settings = frontSettings(process.env);
  const countVisit = await serveMetrics(settings);
  const answerPage = compressOnce(application.getRequestHandler());
  const answerRoom = webHandler(async (request) => answerRooms(request, await roomDeps()));
  const folder = folderSettings(process.env, settings.host);
  const answerFolder = folder && webHandler(createFolderAnswers(folder));
  const front = createFrontServer({
    ...settings,
    version: packageVersion(),
    ...(folder && { isMeant: namesLoopback }),
    handle(request, response) {
      const kind = routeKind(pathOf(request));
      if (kind === "folder" && answerFolder) return answerFolder(request, response);
      return (kind === "rooms" ? answerRoom : answerPage)(request, response);
    },
    onVisit(visit) {
      countVisit(visit);
      if (settings.accessLog !== "off") console.log(accessLine(visit, settings.accessLog));
    },
    onError: (error, id) => console.error(`Request ${id} failed:`, error),
  });
  await listen(front.server, settings);
  console.log(`Skillground is served on ${addressOf(front.server)}`);
  let isEnding = false;
  onEnd(() => {
    // A second signal stops it at once.
    if (isEnding) process.exit(1);
    isEnding = true;
    void front.close(patienceMs).then(() => process.exit(0));
  });
}

function pathOf({ url = "/" }: IncomingMessage): string {
  return url.split("?", 1)[0] as string;
}

/** Next's application as built. */
async function openApplication() {
  Object.assign(process.env, { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" });
  const { default: next } = await import("next");
  // Next listens for WebSockets, which are not used here, on the server it is given: one that nobody connects to.
  const application = next({ dev: false, dir: process.cwd(), httpServer: createServer() });
  await application.prepare();
  return application;
}

/** @returns a function that counts a request */
async function serveMetrics({ metrics: place }: FrontSettings): Promise<(visit: Visit) => void> {
  if (!place) return () => undefined;
  const metrics = createMetrics();
  installMeters(metrics.meters);
  const server = createMetricsServer(metrics);
  await listen(server, place);
  console.log(`Metrics are served on ${addressOf(server)}/metrics`);
  return (visit) => metrics.count(visit);
}

/** @throws Error if the address is in use, or does not belong to this machine */
async function listen(server: Server, { port, host }: { port: number; host: string }): Promise<void> {
  server.listen(port, host);
  await once(server, "listening");
}

function addressOf(server: Server): string {
  const bound = server.address();
  if (bound === null || typeof bound === "string") return String(bound);
  return `http://${bound.family === "IPv6" ? `[${bound.address}]` : bound.address}:${bound.port}`;
}

function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8")) as { version: string };
  return version;
}

function giveUp(error: unknown): never {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
