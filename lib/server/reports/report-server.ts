import { failureText } from "#lib/failure-text.ts";
import { readReport } from "#lib/report/shape.ts";
import { relayDeps } from "#lib/server/relay/relay-deps.ts";
import { failureResponse } from "#lib/server/relay/relay-failure.ts";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import { addressHeader, visitorNetwork } from "#lib/server/visitor.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { currentCommit } from "./ask-relay.ts";
import { badgeSvg, badgeText, type MadeBrief } from "./badge.ts";
import { KeptCards } from "./kept-cards.ts";
import { KeptReports, type Made, type Unmade, type Wanted } from "./kept-reports.ts";
import type { Brief } from "./make-report.ts";
import { defaultReportBounds, makeInThread } from "./run-thread.ts";
import type { ThreadTask } from "./thread-messages.ts";

/** Milliseconds that a badge may take; its page shows what is known then, and what comes of it next time. */
const badgePatience = 2500;

let kept: Promise<KeptReports> | undefined;

function keptReports(): Promise<KeptReports> {
  kept ??= sharedStore(process.env.REDIS_URL).then(({ answers }) => new KeptReports(answers));
  return kept;
}

async function wantedOf(request: Request, kind: ThreadTask["kind"], source: GitSource): Promise<Wanted> {
  const asking = { relay: await relayDeps(), address: request.headers.get(addressHeader) };
  const { url, ref, path, refPath } = source;
  return {
    key: JSON.stringify([kind, url, ref, path, refPath]),
    network: visitorNetwork(request),
    resolve: () => currentCommit(source, asking, defaultReportBounds.milliseconds),
    make: () => makeInThread(kind, source, { ...asking, bounds: defaultReportBounds }),
    isValid: (json) => kind === "brief" || readReport(json) !== undefined,
  };
}

/** The repository that the end of an address names, without the ending of the file it stands for. */
export function reportedRepository(request: Request, prefix: string, ending: string): GitSource | undefined {
  const { pathname } = new URL(request.url);
  const source = parseSourcePath(pathname.slice(prefix.length).replace(new RegExp(`\\.${ending}$`), ""));
  return source?.kind === "git" ? source : undefined;
}

/** The counts of a repository, fresh or as they were; `undefined` where nothing is known within the time. */
export async function askBrief(
  request: Request,
  source: GitSource,
  patience = badgePatience,
): Promise<MadeBrief | undefined> {
  const reports = await keptReports();
  const wanted = await wantedOf(request, "brief", source);
  const known = reports.known(wanted.key);
  // What fails or is late is refreshed behind the answer.
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), known && !known.isFresh ? 50 : patience);
  const now = await Promise.race([reports.ask(wanted), late.promise]);
  clearTimeout(timer);
  const made = now ?? known?.made;
  return made && readBrief(made);
}

/** Written by this program, here or in another process. */
function readBrief(made: Made): MadeBrief {
  if (made.kind === "failed") return made;
  return { kind: "made", commit: made.commit, brief: JSON.parse(new TextDecoder().decode(made.json)) as Brief };
}

/** The report of a repository as JSON, or why there is none. */
export async function answerReport(request: Request): Promise<Response> {
  const source = reportedRepository(request, "/api/report", "json");
  if (!source) return notAnAddress();
  const made = await (await keptReports()).ask(await wantedOf(request, "report", source));
  if (made.kind === "failed") return withSentence(made);
  return new Response(made.json as Uint8Array<ArrayBuffer>, {
    headers: { ...cached(made), ...forPages(), "content-type": "application/json; charset=utf-8" },
  });
}

function withSentence({ failure }: Unmade): Response {
  const { status, headers } = failureResponse(failure, "reports");
  for (const [name, value] of Object.entries(forPages())) headers.set(name, value);
  return Response.json({ failure, message: failureText(failure) }, { status, headers });
}

/**
 * Pages of other sites may read reports, but not where this server reaches hosts that their visitors alone might: what they
 * could ask for then is a private network's.
 */
function forPages(): Record<string, string> {
  return process.env.GIT_RELAY_ALLOW ? {} : { "access-control-allow-origin": "*" };
}

/** The badge of a repository: always a picture, never later than its patience. */
export async function answerBadge(request: Request): Promise<Response> {
  const source = reportedRepository(request, "/badge", "svg");
  if (!source) return picture(badgeSvg({ text: "no repository", isGood: false }), 404, undefined);
  const made = await askBrief(request, source);
  return picture(badgeSvg(badgeText(made)), 200, made);
}

function picture(svg: string, status: number, made: MadeBrief | undefined): Response {
  return new Response(svg, { status, headers: { ...cached(made), "content-type": "image/svg+xml; charset=utf-8" } });
}

interface Card {
  readonly label: string;
  readonly note: string | undefined;
  readonly draw: () => Promise<ArrayBuffer>;
}

const cards = new KeptCards();

/** The card of what was made of a repository; for who has had many drawn just now, the one that every page has. */
export async function answerCard(
  request: Request,
  made: MadeBrief | undefined,
  { label, note, draw }: Card,
): Promise<Response> {
  const { source, harnesses, skills }: Partial<Brief> = made?.kind === "made" ? made.brief : {};
  const words = JSON.stringify([label, note, source?.licence, harnesses, skills?.length]);
  const picture = await cards.ask(words, visitorNetwork(request), draw);
  if (!picture) return new Response(null, { status: 307, headers: { ...cached(undefined), location: plainCard } });
  return new Response(picture, { headers: { ...cached(made), "content-type": "image/png" } });
}

const plainCard = "/opengraph-image.png";

/** For browsers and for proxies such as GitHub's: what was made holds for five minutes, what could not be for half of one. */
function cached(made: { readonly kind: string; readonly commit?: string } | undefined): Record<string, string> {
  const commit = made?.commit;
  const seconds = commit === undefined ? 30 : 300;
  return {
    "cache-control": `public, max-age=${seconds}, s-maxage=${seconds}, stale-while-revalidate=86400`,
    ...(commit !== undefined && { etag: `"${commit.slice(0, 16)}"` }),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
}

function notAnAddress(): Response {
  const message =
    "A report stands at /api/report/gh/owner/repository.json: the address of a repository in the lab, and .json.";
  return Response.json({ message }, { status: 404, headers: { "cache-control": "public, max-age=300" } });
}
