import { NextRequest } from "next/server";
import { describe, expect, test } from "vitest";
import { connectOrigins } from "#lib/chat/model-choice.ts";
import { config, proxy } from "../../proxy.ts";
import { pagePolicy, parseEmbed } from "./policy.ts";

const production = { nonce: "abc", development: false, connect: undefined };

function directive(name: string, policy: string): string[] | undefined {
  const found = policy.split("; ").find((text) => text.startsWith(`${name} `));
  return found?.split(" ").slice(1);
}

describe("a page's policy", () => {
  test("says exactly this", () => {
    expect(pagePolicy(production).split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self' 'nonce-abc'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self' ${connectOrigins.join(" ")}`,
      "worker-src 'self' blob:",
      "frame-src 'self'",
      "manifest-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ]);
  });

  test("lets code be evaluated in development only", () => {
    expect(pagePolicy(production)).not.toContain("unsafe-eval");
    expect(directive("script-src", pagePolicy({ ...production, development: true }))).toContain("'unsafe-eval'");
  });

  test("takes the operator's origins", () => {
    const policy = pagePolicy({ ...production, connect: "https://llm.school.example, http://10.1.2.3:8000" });
    expect(directive("connect-src", policy)?.slice(-2)).toEqual(["https://llm.school.example", "http://10.1.2.3:8000"]);
  });

  test("of an embed lets it be framed, asks this server only, and frames nothing itself", () => {
    const embed = pagePolicy({ ...production, connect: "https://llm.school.example", embed: { within: undefined } });
    const rules = (policy: string) => policy.split("; ");
    expect(rules(embed).filter((rule) => !rules(pagePolicy(production)).includes(rule))).toEqual([
      "connect-src 'self'",
      "frame-src 'none'",
      "form-action 'none'",
      "frame-ancestors *",
    ]);
  });

  test.each([
    ["off", ["'self'"]],
    [" ", ["*"]],
    [
      "https://docs.school.example, http://10.1.2.3:8000",
      ["'self'", "https://docs.school.example", "http://10.1.2.3:8000"],
    ],
  ])("lets an embed be framed as the operator wants: %j", (within, ancestors) => {
    expect(directive("frame-ancestors", pagePolicy({ ...production, embed: { within } }))).toEqual(ancestors);
  });

  test.each([
    [undefined, "everybody"],
    ["off", []],
    ["https://docs.school.example", ["https://docs.school.example"]],
  ])("tells the share dialog whose pages may hold an embed: %j", (list, origins) => {
    expect(parseEmbed(list)).toEqual(origins);
  });

  test.each(["*", "'none'", "https://*.example", "https://a.example; script-src *"])(
    "refuses embeds within %s",
    (within) => {
      expect(() => pagePolicy({ ...production, embed: { within } })).toThrow("SKILLGROUND_EMBED");
    },
  );

  test.each([
    ["https://files.school.example/python", ["https://files.school.example"]],
    ["https://files.school.example:8443/", ["https://files.school.example:8443"]],
    ["http://127.0.0.1:9000/p/", ["http://127.0.0.1:9000"]],
    ["/python/", []],
    ["", []],
  ])("lets pages ask for packages at %j, and at no other origin", (packages, origins) => {
    const own = directive("connect-src", pagePolicy(production));
    expect(directive("connect-src", pagePolicy({ ...production, packages }))).toEqual([...(own ?? []), ...origins]);
    expect(directive("connect-src", pagePolicy({ ...production, packages, embed: { within: undefined } }))).toEqual([
      "'self'",
    ]);
  });

  test.each([
    ...[
      "*",
      "https://*.example/",
      "https://a.example/; script-src *",
      "https://a.example/ https://b.example/",
      "data:,x",
    ],
    ...[
      "http://files.example/",
      "https://user:word@a.example/",
      "https://a.example/?q",
      "https://a.example/#x",
      "//a.example/",
    ],
    ...["../packages/", "/../x/", "packages", "javascript:alert(1)", "/a b/", "https://a.example/,https://b.example/"],
  ])("refuses packages at %s", (packages) => {
    expect(() => pagePolicy({ ...production, packages })).toThrow("SKILLGROUND_PACKAGES");
  });

  test.each([
    "*",
    "https://*.example.org",
    "https://a.example/v1",
    "https:",
    "'unsafe-eval'",
    "data:",
    "https://a.example; script-src *",
  ])("refuses %s as an origin", (connect) => {
    expect(() => pagePolicy({ ...production, connect })).toThrow("SKILLGROUND_CONNECT");
  });
});

describe("the fixed headers", async () => {
  interface Rule {
    source: string;
    headers: { key: string; value: string }[];
    has?: unknown;
  }
  const path = "../../next.config.mjs";
  const { default: next } = (await import(path)) as { default: { headers(): Promise<Rule[]> } };
  const rules = await next.headers();
  const at = (source: string) =>
    Object.fromEntries(
      rules.find((rule) => rule.source === source)?.headers.map(({ key, value }) => [key, value]) ?? [],
    );

  test("are on every answer", () => {
    expect(at("/:path*")).toMatchObject({
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    expect(at("/:path*")["Permissions-Policy"]).toContain("camera=(), ");
  });

  test("let a worker run this server's code, WebAssembly too, and ask this server only", () => {
    expect(at("/_next/static/:path*")["Content-Security-Policy"]).toBe(
      "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self' blob:; frame-ancestors 'none'",
    );
  });

  test("leave caching to Next, but for what is asked for by the build's name", () => {
    const cached = rules.filter((rule) => /cache-control/i.test(JSON.stringify(rule)));
    expect(cached.map(({ source, has }) => [source, has])).toEqual([
      ["/run/:path*", [{ type: "query", key: "build" }]],
    ]);
  });
});

describe("the proxy", () => {
  const answer = (address: string, headers: Record<string, string> = {}) =>
    proxy(new NextRequest(new URL(address, "https://lab.example"), { headers })).headers;

  test.each(["/gh/a/b?embed=1", "/try/first-look?view=chat&embed=1", "/report/gh/a/b?embed=1"])(
    "lets %s be framed by anyone",
    (address) => {
      expect(directive("frame-ancestors", answer(address).get("content-security-policy") ?? "")).toEqual(["*"]);
    },
  );

  test.each([
    "/",
    "/gh/a/b",
    "/gh/a/b?embed=0",
    "/gh/a/b?view=skills&embed",
    "/report/gh/a/b",
    "/w/gh/a/b/01?embed=1",
    "/local/abc?embed=1",
    "/sign-in/openrouter?embed=1",
    "/guide?embed=1",
    "/nowhere?embed=1",
  ])("lets nobody frame %s", (address) => {
    const policy = answer(address, { "x-skillground-embed": "dark" }).get("content-security-policy") ?? "";
    expect(directive("frame-ancestors", policy)).toEqual(["'none'"]);
    expect(
      answer(address, { "x-skillground-embed": "dark" }).get("x-middleware-request-x-skillground-embed"),
    ).toBeNull();
  });

  test("tells the page which theme an embed asks for, whatever the request says", () => {
    const told = (query: string) =>
      answer(`/gh/a/b?${query}`, { "x-skillground-embed": "pink" }).get("x-middleware-request-x-skillground-embed");
    expect([told("theme=dark&embed=1"), told("embed=1"), told("theme=pink&embed=1")]).toEqual(["dark", "auto", "auto"]);
  });
});

describe("the proxy's matcher", () => {
  const matcher = new RegExp(`^${config.matcher}$`);

  test.each([
    "/",
    "/gh/acme/skills",
    "/gh/vercel/next.js",
    "/gh/acme/apidocs",
    "/git/https%3A%2F%2Fa.example",
    "/apiary",
    "/nowhere",
  ])("covers the page %s", (path) => {
    expect(path).toMatch(matcher);
  });

  test.each([
    "/_next/static/chunks/a.js",
    "/api/git/github.com/a/b/info/refs",
    "/api/chat",
    "/samples/a/SKILL.md",
    "/diagram/page.html",
    "/run/page.html",
  ])("leaves %s to its own headers", (path) => {
    expect(path).not.toMatch(matcher);
  });
});
