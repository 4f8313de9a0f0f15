import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import { addresses } from "#test/addresses.ts";

test("pages carry the strict policy, with a new nonce each time and nothing unsafe for scripts", {
  tag: "@smoke",
}, async ({ request }) => {
  const policies: string[] = [];
  for (const path of ["/", "/try/git-helper"]) {
    const headers = (await request.get(path)).headers();
    const policy = headers["content-security-policy"] ?? "";
    const scripts = policy.split(";").find((rule) => rule.trim().startsWith("script-src")) ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(scripts).toMatch(/'nonce-[\w+/=-]+'/);
    expect(scripts).not.toMatch(/unsafe/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["permissions-policy"]).toContain("camera=()");
    expect(headers["x-dns-prefetch-control"]).toBe("off");
    policies.push(policy);
  }
  expect(policies[0]).not.toBe(policies[1]);
  const embed = (await request.get("/try/git-helper?embed=1")).headers()["content-security-policy"];
  expect(embed).toContain("frame-ancestors *");
  expect(embed).toContain("connect-src 'self';");
});

test("the front door stands before every route", async ({ request }) => {
  const page = await request.get("/");
  expect(page.headers()["x-request-id"]).toMatch(/^[\da-f-]{36}$/);
  expect(await (await request.get("/api/health")).json()).toMatchObject({ status: "ok" });
  const trace = await request.fetch("/gh/acme/skills", { method: "TRACE" });
  expect([trace.status(), await trace.text()]).toEqual([405, "This address answers GET, HEAD only.\n"]);
  const relay = await request.get("/api/git/git.example/a/b/info/refs?service=git-upload-pack");
  expect([relay.status(), relay.headers()["x-skillground-failure"]]).toEqual([403, "1"]);
});

test("a path that leads nowhere is not found, and its title says so", async ({ request }) => {
  for (const path of ["/nothing-here", "/harness/nobody"]) {
    const page = await request.get(path);
    expect([page.status(), (await page.text()).match(/<title>([^<]*)/)?.[1]], path).toEqual([
      404,
      "Page not found · Skillground",
    ]);
  }
});

test("the service worker has a policy of its own, and is asked for anew each time", async ({ request }) => {
  const headers = (await request.get("/service-worker.js")).headers();
  expect(headers["content-type"]).toMatch(/javascript/);
  expect(headers["content-security-policy"]).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'");
  expect(headers["cache-control"]).toContain("max-age=0");
});

test("the thread of a downloaded model may fetch weights, and reach nothing else", async ({ request }) => {
  const headers = (await request.head("/model-engine/worker.js")).headers();
  expect(headers["content-type"]).toMatch(/javascript/);
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).toMatch(
    /connect-src https:\/\/huggingface\.co https:\/\/\*\.huggingface\.co https:\/\/\*\.hf\.co https:\/\/raw\.githubusercontent\.com;/,
  );
});

test("the page that draws diagrams may run its own scripts in a sandbox, and reach nothing", async ({ request }) => {
  const headers = (await request.get("/diagram/page.html")).headers();
  expect(headers["content-type"]).toMatch(/html/);
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  );
});

test("the frame of scripts runs its own script in a sandbox, fetches nothing, and is kept by browsers", async ({
  request,
}) => {
  const response = await request.get("/run/page.html?build=any");
  expect(response.headers()["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts",
  );
  expect(response.headers()["cache-control"]).toBe("public, max-age=31536000, immutable");
  // The only inline script, which the build puts into the page.
  const [, hash, script = ""] =
    /content="default-src 'none'; script-src '(sha256-[^']+)' 'wasm-unsafe-eval' blob:; worker-src blob:">.*<script>(.*)<\/script>/s.exec(
      await response.text(),
    ) ?? [];
  expect(hash).toBe(`sha256-${createHash("sha256").update(script).digest("base64")}`);
});

test("a link to the site shows as a card with a picture, and the site can be installed", async ({ request }) => {
  const page = await (await request.get("/")).text();
  const picture = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1] ?? "";
  expect(new URL(picture).origin).toBe(addresses.app);
  expect((await request.get(picture)).headers()["content-type"]).toBe("image/png");
  const manifest = await (await request.get(/<link rel="manifest" href="([^"]+)"/.exec(page)?.[1] ?? "")).json();
  for (const { src } of manifest.icons) expect((await request.get(src)).status(), src).toBe(200);
});
