import { expect, it } from "vitest";
import { linkHost } from "./external-link.tsx";

it("shows where an address really leads", () => {
  expect(linkHost("https://github.com@evil.example/login")).toBe("evil.example");
  expect(linkHost("https://еxample.com")).toBe("xn--xample-2of.com");
});

it("opens nothing but the web and mail", () => {
  expect(linkHost("javascript:alert(1)")).toBeUndefined();
  expect(linkHost("data:text/html,x")).toBeUndefined();
  expect(linkHost("references/w9.md")).toBeUndefined();
  expect(linkHost("mailto:a@example.com")).toBe("mail");
});
