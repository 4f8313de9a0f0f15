import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { installMeters, meters } from "#lib/server/meters.ts";
import { createMetrics, createMetricsServer } from "./metrics.ts";

afterEach(() => installMeters(undefined));

test("what was counted is served in Prometheus' text, with what Node says of itself", async () => {
  const metrics = createMetrics();
  installMeters(metrics.meters);
  const visit = { id: "a", method: "GET", status: 200, bytes: 1000, milliseconds: 20, isCut: true };
  metrics.count({ ...visit, path: "/gh/acme/secret" });
  metrics.count({ ...visit, path: "/gh/acme/other", method: "BREW", isCut: false });
  meters().refused("relay", "rate-limited");
  meters().upstreamBytes("relay", 5000);
  meters().budgetUsed("model-tokens", 0.25);
  meters().report("made");
  const server = createMetricsServer(metrics).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await (await fetch(`${url}/metrics`)).text();
  const elsewhere = await fetch(url);
  server.close();
  for (const line of [
    'skillground_requests_total{route="repository",method="GET",status="200"} 1',
    'skillground_requests_total{route="repository",method="other",status="200"} 1',
    'skillground_answers_cut_total{route="repository"} 1',
    'skillground_request_seconds_sum{route="repository"} 0.04',
    'skillground_sent_bytes_total{route="repository"} 2000',
    'skillground_refusals_total{room="relay",code="rate-limited"} 1',
    'skillground_upstream_bytes_total{room="relay"} 5000',
    'skillground_budget_used_ratio{limit="model-tokens"} 0.25',
    'skillground_reports_total{what="made"} 1',
  ])
    expect(text.split("\n")).toContain(line);
  expect(text).toMatch(/^nodejs_eventloop_lag_seconds /m);
  expect(text).toMatch(/^process_resident_memory_bytes /m);
  expect(text).not.toContain("secret");
  expect(elsewhere.status).toBe(404);
});

test("where no metrics are served, counting does nothing", () => {
  expect(() => meters().refused("relay", "rate-limited")).not.toThrow();
});
