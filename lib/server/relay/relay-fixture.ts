/** For tests of the relay: git hosts on loopback, and requests as the page sends them. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { Agent } from "undici";
import type { RelayDeps } from "./git-relay.ts";
import { guardedConnector } from "./guarded-connector.ts";
import { RelayAnswers } from "./relay-answers.ts";
import { createRelayLimiter } from "./relay-limiter.ts";
import { defaultBounds, type RelayBounds } from "./relay-upstream.ts";

export interface RelayFixture {
  /** A git host on loopback; returns its `host:port`. */
  upstream(listener: RequestListener): Promise<string>;
  /** The dependencies of a separate relay that may reach `hosts`. */
  deps(hosts: readonly string[], bounds?: Partial<RelayBounds>): RelayDeps;
  /** Closes all of them; call it after each test. */
  close(): Promise<void>;
}

/** The time that relays are given. */
const fixtureTime = Date.parse("2026-03-01T12:00:00Z");

export function createRelayFixture(): RelayFixture {
  const closing: (() => Promise<unknown>)[] = [];
  return {
    async upstream(listener) {
      // Closes no connection by itself, which where a test holds this thread fails the next request.
      const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, "127.0.0.1");
      await once(server, "listening");
      closing.push(() => {
        server.closeAllConnections();
        return new Promise((resolve) => server.close(resolve));
      });
      return `127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    deps(hosts, bounds) {
      const guarded = new Agent({ connect: guardedConnector(async () => [{ address: "127.0.0.1", family: 4 }]) });
      const open = new Agent();
      closing.push(
        () => guarded.destroy(),
        () => open.destroy(),
      );
      return {
        allow: hosts.map((host) => `http://${host}`).join(","),
        dispatchers: { guarded, open },
        limiter: createRelayLimiter(),
        answers: new RelayAnswers(),
        bounds: { ...defaultBounds, ...bounds },
        asker: "page",
        now: () => fixtureTime,
      };
    },
    async close() {
      await Promise.all(closing.splice(0).map((close) => close()));
    },
  };
}

const fromPage = { "sec-fetch-site": "same-origin", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" };

/** The page's request for the refs of the repository at `path`, which begins with its host. */
export function advertise(path: string, init: RequestInit = {}): Request {
  const headers = { ...fromPage, ...(init.headers as Record<string, string>) };
  return new Request(`https://lab.example/api/git/${path}/info/refs?service=git-upload-pack`, { ...init, headers });
}

/** The page's command to the repository at `path`. */
export function exchange(path: string, body: string | ReadableStream, init: RequestInit = {}): Request {
  const type = { "content-type": "application/x-git-upload-pack-request", origin: "https://lab.example" };
  const headers = { ...fromPage, ...type, ...(init.headers as Record<string, string>) };
  const url = `https://lab.example/api/git/${path}/git-upload-pack`;
  return new Request(url, { ...init, method: "POST", body, headers, duplex: "half" } as RequestInit);
}

export const advertisementHead = { "content-type": "application/x-git-upload-pack-advertisement" };
export const resultHead = { "content-type": "application/x-git-upload-pack-result" };

/** A version 2 host's advertisement of a repository. */
export const advertisement = "001e# service=git-upload-pack\n0000000eversion 2\n0000";

/** The answer to a fetch of version 2: a valid pack with `length` bytes of content. */
export function packAnswer(length: number, fill = 7): Buffer {
  const contents = Buffer.concat([Buffer.from("PACK\0\0\0\x02"), Buffer.alloc(length, fill)]);
  const pack = Buffer.concat([contents, createHash("sha1").update(contents).digest()]);
  const packets = [packet(Buffer.from("packfile\n"))];
  for (let at = 0; at < pack.length; at += bandBytes)
    packets.push(packet(Buffer.concat([Buffer.of(1), pack.subarray(at, at + bandBytes)])));
  return Buffer.concat([...packets, Buffer.from("0000")]);
}

/** The most bytes that side-band-64k puts into a packet. */
const bandBytes = 65_515;

/** Git's framing: four hexadecimal digits of length, including themselves. */
export function packet(data: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from((data.length + 4).toString(16).padStart(4, "0")), data]);
}

/** A fetch of version 2 of the object whose id is `digit` forty times. */
export function fetchOf(digit: string): string {
  return `0012command=fetch\n00010032want ${digit.repeat(40)}\n0000`;
}
