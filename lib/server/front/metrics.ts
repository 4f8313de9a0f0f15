import { createServer, type Server } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "@prometheus-io/client";
import type { Meters } from "#lib/server/meters.ts";
import { routeKind, type Visit } from "./visits.ts";

export interface Metrics {
  /** For `installMeters`. */
  readonly meters: Meters;
  count(visit: Visit): void;
  /** Everything in Prometheus' text format. */
  text(): Promise<string>;
}

const prefix = "skillground_";

/** One set for the process, including Node's own figures: memory, event-loop delay, garbage collection. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const named = (name: string, help: string) => ({ name: prefix + name, help, registers: [registry] });
  const requests = new Counter({
    ...named("requests_total", "Requests answered, by kind of route, method and status."),
    labelNames: ["route", "method", "status"],
  });
  const cut = new Counter({
    ...named("answers_cut_total", "Answers whose connection broke before they were whole, by kind of route."),
    labelNames: ["route"],
  });
  const seconds = new Histogram({
    ...named("request_seconds", "How long requests took, from their headers to the last byte of the answer."),
    labelNames: ["route"],
    buckets: [0.01, 0.05, 0.25, 1, 5, 20, 60, 300],
  });
  const sent = new Counter({
    ...named("sent_bytes_total", "Bytes sent to visitors, by kind of route."),
    labelNames: ["route"],
  });
  const refused = new Counter({
    ...named("refusals_total", "Requests refused or failed, by room and code."),
    labelNames: ["room", "code"],
  });
  const upstream = new Counter({
    ...named("upstream_bytes_total", "Bytes that git hosts and model providers sent, by room."),
    labelNames: ["room"],
  });
  const budgets = new Gauge({
    ...named("budget_used_ratio", "How much of a limit that all visitors share was used when it was last counted."),
    labelNames: ["limit"],
  });
  const reports = new Counter({
    ...named("reports_total", "Reports, and counts for pictures: given, not to be had, and made for that."),
    labelNames: ["what"],
  });
  return {
    meters: {
      refused: (room, code) => refused.inc({ room, code }),
      upstreamBytes: (room, bytes) => upstream.inc({ room }, bytes),
      budgetUsed: (limit, share) => budgets.set({ limit }, share),
      report: (what) => reports.inc({ what }),
    },
    count({ path, method, status, bytes, milliseconds, isCut }) {
      const route = routeKind(path);
      requests.inc({ route, method: knownMethods.has(method) ? method : "other", status });
      seconds.observe({ route }, milliseconds / 1000);
      sent.inc({ route }, bytes);
      if (isCut) cut.inc({ route });
    },
    text: () => registry.metrics(),
  };
}

/** Labels are kept for ever, so no label may come from outside. */
const knownMethods = new Set(["GET", "HEAD", "POST"]);

/** A separate server for `/metrics`, for whoever can reach it. Not listening yet. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text),
      (error: Error) => response.destroy(error),
    );
  });
}
