import { failureText } from "#lib/failure-text.ts";
import { readReport } from "#lib/report/shape.ts";
import { relayDeps } from "#lib/server/relay/relay-deps.ts";
import { failureResponse } from "#lib/server/relay/relay-failure.ts";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import { addressHeader, visitorNetwork } from "#lib/server/visitor.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { badgeSvg, badgeText } from "./badge.ts";
import { type MadeBrief, readBrief } from "./brief.ts";
import { KeptCards } from "./kept-cards.ts";
import { type KeepingOptions, KeptReports, type Made } from "./kept-reports.ts";
import { currentCommit, defaultReportBounds } from "./make-report.ts";
import { relayFetch } from "./relay-fetch.ts";
import { ReportThreads } from "./report-threads.ts";
import type { ReportJob } from "./thread-messages.ts";

/** Milliseconds that a badge may take; its page shows what is known then, and what comes of it next time. */
const badgePatience = 2500;

let kept: Promise<KeptReports> | undefined;

function keptReports(): Promise<KeptReports> {
  kept ??= sharedStore(process.env.REDIS_URL).then(({ answers }) => new KeptReports(answers));
  return kept;
}

let threads: ReportThreads | undefined;

interface AskedRepository {
  readonly source: GitSource;
  readonly address: string;
}

async function keepingOptions(
  request: Request,
  name: ReportJob["name"],
  { source }: AskedRepository,
): Promise<KeepingOptions> {
  const { url, path = "", refPath = "" } = source;
  const subject = `${url} ${path || refPath}`;
  const fetch = relayFetch(await relayDeps("report"), request.headers.get(addressHeader), subject);
  const network = visitorNetwork(request);
  return {
    name,
    network,
    subject,
    resolve: () => currentCommit(source, { fetch, bounds: defaultReportBounds }),
    make() {
      threads ??= new ReportThreads();
      return threads.make({ name, source, bounds: defaultReportBounds }, fetch, network);
    },
    isOurs: (text) => (name === "brief" ? readBrief(text) : readReport(text)) !== undefined,
  };
}

/** The repository that the end of an address names, without the ending of the file it stands for. */
export function reportedRepository(request: Request, prefix: string, ending: string): AskedRepository | undefined {
  const { pathname } = new URL(request.url);
  const address = pathname.slice(prefix.length).replace(new RegExp(`\\.${ending}$`), "");
  const source = parseSourcePath(address);
  return source?.kind === "git" ? { source, address } : undefined;
}

/** The counts of a repository, fresh or as they were; `undefined` where nothing is known within the time. */
export async function askBrief(
  request: Request,
  asked: AskedRepository,
  patience = badgePatience,
): Promise<MadeBrief | undefined> {
  const reports = await keptReports();
  const known = reports.known(asked.address, "brief");
  const options = await keepingOptions(request, "brief", asked);
  const asking = reports.ask(asked.address, options);
  // What fails or is late is refreshed behind the answer.
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), known && !known.isFresh ? 50 : patience);
  const now = await Promise.race([asking, late.promise]);
  clearTimeout(timer);
  return briefIn(now ?? known?.made);
}

function briefIn(made: Made | undefined): MadeBrief | undefined {
  if (made?.kind !== "made") return made;
  const brief = readBrief(made.text);
  return brief && { kind: "made", brief, commit: made.commit };
}

/** The report of a repository as JSON, or why there is none. */
export async function answerReport(request: Request): Promise<Response> {
  const asked = reportedRepository(request, "/api/report", "json");
  if (!asked) return notAnAddress();
  const options = await keepingOptions(request, "report", asked);
  const made = await (await keptReports()).ask(asked.address, options);
  if (made.kind === "failed") return withSentence(made);
  return new Response(made.text, {
    headers: { ...cached(made), ...forPages(), "content-type": "application/json; charset=utf-8" },
  });
}

function withSentence({ failure }: Extract<Made, { kind: "failed" }>): Response {
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
  const asked = reportedRepository(request, "/badge", "svg");
  if (!asked) return picture(badgeSvg({ text: "no repository", isGood: false }), 404, undefined);
  const made = await askBrief(request, asked);
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
  const words = JSON.stringify([label, note, made?.kind === "made" && made.brief]);
  const picture = await cards.ask(words, visitorNetwork(request), draw);
  if (!picture) return new Response(null, { status: 307, headers: { ...cached(undefined), location: plainCard } });
  return new Response(picture, { headers: { ...cached(made), "content-type": "image/png" } });
}

const plainCard = "/opengraph-image.png";

/** For browsers and for proxies such as GitHub's: what was made holds for five minutes, what could not be for half of one. */
function cached(made: Made | MadeBrief | undefined): Record<string, string> {
  const isMade = made?.kind === "made";
  const seconds = isMade ? 300 : 30;
  return {
    "cache-control": `public, max-age=${seconds}, s-maxage=${seconds}, stale-while-revalidate=86400`,
    ...(isMade && { etag: `"${made.commit.slice(0, 16)}"` }),
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
  };
}

function notAnAddress(): Response {
  const message =
    "A report stands at /api/report/gh/owner/repository.json: the address of a repository in the lab, and .json.";
  return Response.json({ message }, { status: 404, headers: { "cache-control": "public, max-age=300" } });
}
