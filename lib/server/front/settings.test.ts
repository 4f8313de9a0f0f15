import { expect, test } from "vitest";
import { frontSettings } from "./settings.ts";

test("an environment that says nothing serves this machine, trusts no proxy, and shows metrics to nobody", () => {
  expect(frontSettings({})).toEqual({
    port: 3000,
    host: "127.0.0.1",
    trustedProxies: 0,
    accessLog: "routes",
    metrics: undefined,
    securityContacts: [],
  });
});

test("what the operator says is taken", () => {
  const contacts = "mailto:security@school.example, https://school.example/report";
  const said = { PORT: "8080", HOST: "0.0.0.0", TRUSTED_PROXIES: "2", ACCESS_LOG: "off", SECURITY_CONTACT: contacts };
  expect(frontSettings(said)).toEqual({
    port: 8080,
    host: "0.0.0.0",
    trustedProxies: 2,
    accessLog: "off",
    metrics: undefined,
    securityContacts: ["mailto:security@school.example", "https://school.example/report"],
  });
});

test("metrics stay on this machine unless the operator says where else", () => {
  expect(frontSettings({ METRICS_PORT: "9464" }).metrics).toEqual({ port: 9464, host: "127.0.0.1" });
  expect(frontSettings({ METRICS_PORT: "9464", METRICS_HOST: "10.0.0.2" }).metrics?.host).toBe("10.0.0.2");
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["TRUSTED_PROXIES", "true"],
  ["TRUSTED_PROXIES", "-1"],
  ["TRUSTED_PROXIES", "11"],
  ["METRICS_PORT", "9464/tcp"],
  ["ACCESS_LOG", "yes"],
  ["SECURITY_CONTACT", "security@school.example"],
  ["SECURITY_CONTACT", "mailto:security"],
  ["SECURITY_CONTACT", "https://a.example/\nEvil: 1"],
])("%s=%j is refused by its name", (name, value) => {
  expect(() => frontSettings({ [name]: value })).toThrow(new RegExp(`^${name}: `));
});
