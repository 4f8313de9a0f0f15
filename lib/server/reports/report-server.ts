import { failureText } from "#lib/failure-text.ts";
import { type Report, readReport, writeReport } from "#lib/report/shape.ts";
import { relayDeps } from "#lib/server/relay/relay-deps.ts";
import { failureResponse } from "#lib/server/relay/relay-failure.ts";
import { sharedStore } from "#lib/server/store/shared-store.ts";
import { addressHeader } from "#lib/server/visitor.ts";
import { parseSourcePath } from "#lib/share/source-path.ts";
import type { GitSource } from "#lib/vfs/source.ts";
import { badgeSvg, badgeText } from "./badge.ts";
import { type KeepingOptions, KeptReports, type Made } from "./kept-reports.ts";
import {
  type Brief,
  currentCommit,
  defaultReportBounds,
  makeBrief,
  makeReport,
  type ReportDeps,
} from "./make-report.ts";

/** Milliseconds that a badge may take; its page shows what is known then, and what comes of it next time. */
const badgePatience = 2500;

let kept: Promise<KeptReports> | undefined;

function keptReports(): Promise<KeptReports> {
  kept ??= sharedStore(process.env.REDIS_URL).then(({ answers }) => new KeptReports(answers));
  return kept;
}

async function depsOf(request: Request): Promise<ReportDeps> {
  return { relay: await relayDeps(), bounds: defaultReportBounds, address: request.headers.get(addressHeader) };
}

/** The repository that the end of an address names, without the ending of the file it stands for. */
export function reportedRepository(
  request: Request,
  prefix: string,
  ending: string,
): { readonly source: GitSource; readonly address: string } | undefined {
  const { pathname } = new URL(request.url);
  const address = pathname.slice(prefix.length).replace(new RegExp(`\\.${ending}$`), "");
  const source = parseSourcePath(address);
  return source?.kind === "git" ? { source, address } : undefined;
}

/** The counts of a repository, fresh or as they were; `undefined` where nothing is known within the time. */
export async function askBrief(
  request: Request,
  { source, address }: { source: GitSource; address: string },
  patience = badgePatience,
): Promise<Made<Brief> | undefined> {
  const reports = await keptReports();
  const deps = await depsOf(request);
  const options: KeepingOptions<Brief> = {
    name: "brief",
    resolve: () => currentCommit(source, deps),
    make: () => makeBrief(source, deps),
    read: (text) => JSON.parse(text) as Brief,
  };
  const known = reports.known(address, options);
  if (known?.isFresh) return known.made;
  const asked = reports.ask(address, options);
  // What fails or is late is refreshed behind the answer.
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), known ? 50 : patience);
  const now = await Promise.race([asked, late.promise]);
  clearTimeout(timer);
  return now ?? known?.made;
}

/** The report of a repository as JSON, or why there is none. */
export async function answerReport(request: Request): Promise<Response> {
  const asked = reportedRepository(request, "/api/report", "json");
  if (!asked) return notAnAddress();
  const { source, address } = asked;
  const deps = await depsOf(request);
  const options: KeepingOptions<Report> = {
    name: "report",
    resolve: () => currentCommit(source, deps),
    make: () => makeReport(source, deps),
    read: readReport,
  };
  const made = await (await keptReports()).ask(address, options);
  if (made.kind === "failed") return withSentence(made);
  return new Response(writeReport(made.value), {
    headers: { ...cached(made), "content-type": "application/json; charset=utf-8", "access-control-allow-origin": "*" },
  });
}

function withSentence({ failure }: Extract<Made<unknown>, { kind: "failed" }>): Response {
  const { status, headers } = failureResponse(failure);
  headers.set("access-control-allow-origin", "*");
  return Response.json({ failure, message: failureText(failure) }, { status, headers });
}

/** The badge of a repository: always a picture, never later than its patience. */
export async function answerBadge(request: Request): Promise<Response> {
  const asked = reportedRepository(request, "/badge", "svg");
  if (!asked) return picture(badgeSvg({ text: "no repository", isGood: false }), 404, undefined);
  const made = await askBrief(request, asked);
  return picture(badgeSvg(badgeText(made)), 200, made);
}

function picture(svg: string, status: number, made: Made<Brief> | undefined): Response {
  return new Response(svg, { status, headers: { ...cached(made), "content-type": "image/svg+xml; charset=utf-8" } });
}

/** For browsers and for proxies such as GitHub's: what was made holds for five minutes, what could not be for half of one. */
export function cached(made: Made<unknown> | undefined): Record<string, string> {
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
