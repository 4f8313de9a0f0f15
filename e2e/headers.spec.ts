import { expect, test } from "@playwright/test";

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
    policies.push(policy);
  }
  expect(policies[0]).not.toBe(policies[1]);
});
