import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readReport } from "#lib/report/shape.ts";
import { relayDeps } from "#lib/server/relay/relay-deps.ts";
import { siteObjection } from "#lib/server/site-names.ts";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import { addressHeader, visitorGroups, visitorNetwork } from "#lib/server/visitor.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { badgeSvg, badgeText } from "./badge.ts";
import { type MadeBrief, readBrief } from "./brief.ts";
import { KeptCards } from "./kept-cards.ts";
import { type KeepingOptions, KeptReports } from "./kept-reports.ts";
import type { Made } from "./made.ts";
import { defaultReportBounds, pinSource, type ReportBounds } from "./make-report.ts";
import { relayFetch } from "./relay-fetch.ts";
import { cached, failedReport, never, picture, refused } from "./report-answers.ts";
import { ReportThreads } from "./report-threads.ts";
import type { ReportJob } from "./thread-messages.ts";

interface AskedRepository {
  readonly source: GitSource;
  readonly address: string;
}

interface Card {
  readonly label: string;
  readonly note: string | undefined;
  readonly draw: () => Promise<ArrayBuffer>;
}

/** What the usual server takes; a test on a busy machine has more patience. */
export interface ReportServerOptions {
  readonly bounds: ReportBounds;
  /** Milliseconds that a badge may take; it shows what is known by then, and the new result next time. */
  readonly badgePatience: number;
}

const usual: ReportServerOptions = { bounds: defaultReportBounds, badgePatience: 2500 };

/** Answers with reports, badges and cards, and holds what they share: kept results, threads and drawn cards. */
export class ReportServer {
  readonly #options: ReportServerOptions;
  readonly #cards = new KeptCards();
  #kept: Promise<KeptReports> | undefined;
  #threads: ReportThreads | undefined;

  constructor(options = usual) {
    this.#options = options;
  }

  /** The report on a repository as JSON, or why there is none. */
  async report(request: Request): Promise<Response> {
    const objection = objectionTo(request);
    if (objection !== undefined) return refused(403, objection, never);
    const asked = reportedRepository(request, "/api/report", "json");
    if (!asked) return refused(404, notAnAddress, "public, max-age=300");
    const form = new URL(request.url).searchParams.get("format") ?? "json";
    if (form !== "json") return refused(400, onlyJson, "public, max-age=300");
    const options = await this.#keepingOptions(request, "report", asked);
    const made = await (await this.#keptReports()).ask(asked.address, options);
    if (made.kind === "failed") return failedReport(made.failure, forPages());
    return new Response(made.text, {
      headers: { ...cached(made), ...forPages(), "content-type": "application/json; charset=utf-8" },
    });
  }

  /** The badge of a repository: always a picture, never later than its time limit. */
  async badge(request: Request): Promise<Response> {
    if (objectionTo(request) !== undefined)
      return picture(badgeSvg({ text: "not under this name", isGood: false }), 403, { "cache-control": never });
    const asked = reportedRepository(request, "/badge", "svg");
    if (!asked) return picture(badgeSvg({ text: "no repository", isGood: false }), 404, cached(undefined));
    const made = await this.#askBrief(request, asked, this.#options.badgePatience);
    return picture(badgeSvg(badgeText(made)), 200, cached(made));
  }

  /**
   * The card of a repository, drawn by `cardOf` from what is known within the time limit; a visitor who has had many
   * drawn gets the general one.
   */
  async card(
    request: Request,
    patience: number,
    cardOf: (asked: AskedRepository | undefined, made: MadeBrief | undefined) => Card,
  ): Promise<Response> {
    const objection = objectionTo(request);
    if (objection !== undefined) return refused(403, objection, never);
    const asked = reportedRepository(request, "/og", "png");
    const made = asked && (await this.#askBrief(request, asked, patience));
    const { label, note, draw } = cardOf(asked, made);
    const words = JSON.stringify([label, note, made?.kind === "made" && made.brief]);
    const picture = await this.#cards.ask(words, visitorNetwork(request), draw);
    if (!picture) return new Response(null, { status: 307, headers: { ...cached(undefined), location: plainCard } });
    return new Response(picture, { headers: { ...cached(made), "content-type": "image/png" } });
  }

  /** Ends the idle threads. */
  async close(): Promise<void> {
    await this.#threads?.close();
  }

  #keptReports(): Promise<KeptReports> {
    this.#kept ??= sharedStore(process.env.REDIS_URL).then(({ answers }) => new KeptReports(answers));
    return this.#kept;
  }

  async #keepingOptions(
    request: Request,
    name: ReportJob["name"],
    { source, address }: AskedRepository,
  ): Promise<KeepingOptions> {
    const fetch = relayFetch(await relayDeps("report"), request.headers.get(addressHeader), address);
    const { bounds } = this.#options;
    const party = visitorGroups(request);
    const [network = ""] = party;
    return {
      name,
      party,
      build: await buildId(),
      resolve: async (signal) => ({ name, ...(await pinSource(source, { fetch, bounds, signal })), bounds }),
      make: (job, signal) => {
        this.#threads ??= new ReportThreads();
        return this.#threads.make(job, fetch, { network, signal });
      },
      isOurs: (text) => (name === "brief" ? readBrief(text) : readReport(text)) !== undefined,
    };
  }

  /** The counts of a repository, fresh or as last known; `undefined` where nothing is known within the time. */
  async #askBrief(request: Request, asked: AskedRepository, patience: number): Promise<MadeBrief | undefined> {
    const reports = await this.#keptReports();
    const known = reports.known(asked.address, "brief");
    const options = await this.#keepingOptions(request, "brief", asked);
    const asking = reports.ask(asked.address, options);
    // A failed or late result is refreshed after the answer.
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), known && !known.isFresh ? 50 : patience);
    const now = await Promise.race([asking, late.promise]);
    clearTimeout(timer);
    return briefIn(now ?? known?.made);
  }
}

/** The repository named at the end of an address, without the file ending. */
function reportedRepository(request: Request, prefix: string, ending: string): AskedRepository | undefined {
  const { pathname } = new URL(request.url);
  const address = pathname.slice(prefix.length).replace(new RegExp(`\\.${ending}$`), "");
  const source = parseSourcePath(address);
  return source?.kind === "git" ? { source, address } : undefined;
}

function briefIn(made: Made | undefined): MadeBrief | undefined {
  if (made?.kind !== "made") return made;
  const brief = readBrief(made.text);
  return brief && { ...made, brief };
}

/** Why a request that may come from another site's page is not answered, as a sentence. */
function objectionTo(request: Request): string | undefined {
  return siteObjection(request, { allow: process.env.GIT_RELAY_ALLOW, site: process.env.SKILLGROUND_SITE });
}

const notAnAddress =
  "Reports are at /api/report/gh/owner/repository.json: the address of a repository in the lab, and .json.";

const onlyJson =
  "This address gives a report as JSON only. The command writes the other forms: skillground report <address> --format markdown.";

/**
 * CORS headers. Pages of other sites may read reports, except where this server reaches hosts that only its visitors
 * might: what those pages could request then belongs to a private network.
 */
function forPages(): Record<string, string> {
  return process.env.GIT_RELAY_ALLOW ? {} : { "access-control-allow-origin": "*" };
}

const plainCard = "/opengraph-image.png";

const server = new ReportServer();

export const answerReport = (request: Request): Promise<Response> => server.report(request);
export const answerBadge = (request: Request): Promise<Response> => server.badge(request);
export const answerCard = (...asked: Parameters<ReportServer["card"]>): Promise<Response> => server.card(...asked);

let build: Promise<string> | undefined;

/** The id of the build that runs; empty where the sources run directly. */
function buildId(): Promise<string> {
  build ??= readFile(join(process.cwd(), ".next/BUILD_ID"), "utf8").catch(() => "");
  return build;
}
