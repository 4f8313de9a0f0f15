import { anyOf } from "./any-of.ts";
import { anyHost, inTexts, type Pattern } from "./patterns.ts";
import type { TrustRule } from "./rule.ts";

const shorteners = [
  "bit.ly",
  "tinyurl.com",
  "t.co",
  "is.gd",
  "goo.gl",
  "cutt.ly",
  "rb.gy",
  "shorturl.at",
  "ow.ly",
  "rebrand.ly",
  "s.id",
];

const patterns: readonly Pattern[] = [
  {
    needs: anyOf("http"),
    // Excludes this machine, private networks and the addresses reserved for documentation (RFC 5737).
    pattern:
      /\bhttps?:\/\/(?!10\.|127\.|0\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|169\.254\.|100\.100\.100\.200|192\.0\.2\.|198\.51\.100\.|203\.0\.113\.|1\.1\.1\.1|8\.8\.8\.8|255\.|1\.2\.3\.4)(?:[1-9]\d{0,2})(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\w.-])[^\s"'`)>]{0,120}/gi,
    says: "An address without a name",
  },
  {
    needs: anyOf(...shorteners.map((host) => `${host}/`)),
    pattern: new RegExp(`\\bhttps?://(?:${anyHost(shorteners)})/(?!example\\b|abc\\b|xxx|your)[\\w-]{2,60}`, "gi"),
    says: "An address that hides where it leads",
  },
  {
    needs: anyOf("xn--"),
    pattern: /\bhttps?:\/\/(?:[\w-]{1,60}\.){0,4}xn--[\w-]{2,60}(?:\.[\w-]{1,60}){0,4}[^\s"'`)>]{0,80}/gi,
    says: "A name in letters that may look like others",
  },
  {
    needs: anyOf("http"),
    // Without the hosts by which such addresses are usually explained.
    pattern:
      /\bhttps?:\/\/(?:[\w-]{1,40}\.){1,4}(?:com|org|net|io|dev|ai)(?::[\w.-]{0,30})?@(?!(?:evil|attacker)\.com(?![\w.-]))[\w.-]{3,80}(?:\/[^\s"'`)>]{0,100})?/gi,
    says: "An address that seems to be another host's",
    level: "alarm",
    unless: ({ 0: match }) => /\/\/[\w.-]{1,60}(?::[^@]{0,40})?@(?:github|gitlab|bitbucket)\.\w{2,4}\b/.test(match),
  },
  {
    needs: anyOf(".onion"),
    pattern: /\bhttps?:\/\/[a-z2-7]{16,56}\.onion\b[^\s"'`)>]{0,80}/gi,
    says: "A host of the Tor network",
  },
];

/** Addresses whose owner cannot be told: short links, bare IP addresses, throw-away hosts. */
export const oddHost: TrustRule = {
  code: "odd-host",
  title: "An address that hides its owner",
  why: "You cannot tell who is behind it, and that may change.",
  level: "look",
  find: inTexts(patterns),
};
