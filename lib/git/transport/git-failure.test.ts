import { expect, it } from "vitest";
import { failureOfResponse } from "./git-failure.ts";

const url = "https://git.example.org:8443/acme/skills.git/info/refs?service=git-upload-pack";
const type = "application/x-git-upload-pack-advertisement";

it("finds nothing wrong with git's own answers", async () => {
  const response = new Response("", { headers: { "content-type": `${type}; charset=utf-8` } });
  expect(await failureOfResponse(response, url)).toBeUndefined();
});

it("names the repository as a person would", async () => {
  const missing = { code: "repository-missing", url: "https://git.example.org:8443/acme/skills" };
  expect(await failureOfResponse(new Response("", { status: 404 }), url)).toEqual(missing);
});

it("turns seconds of waiting into a time", async () => {
  const before = Date.now();
  const response = new Response("", { status: 429, headers: { "retry-after": "90" } });
  const failure = await failureOfResponse(response, url);
  const retryAt = failure?.code === "rate-limited" ? Date.parse(failure.retryAt ?? "") : Number.NaN;
  expect(retryAt).toBeGreaterThanOrEqual(before + 90_000);
});

it("says no time when the host says none it can read", async () => {
  const response = new Response("", { status: 429, headers: { "retry-after": "soon" } });
  expect(await failureOfResponse(response, url)).toEqual({ code: "rate-limited", host: "git.example.org:8443" });
});

it("takes a spent allowance for a rate limit", async () => {
  const response = new Response("", { status: 403, headers: { "x-ratelimit-remaining": "0" } });
  expect(await failureOfResponse(response, url)).toMatchObject({ code: "rate-limited" });
});
