import { expect, it } from "vitest";
import { relayAddress } from "./relay-address.ts";

it.each([
  [
    "https://github.com/acme/skills.git/info/refs?service=git-upload-pack",
    "/api/git/github.com/acme/skills.git/info/refs?service=git-upload-pack",
  ],
  ["http://127.0.0.1:4180/a/b.git/git-upload-pack", "/api/git/127.0.0.1:4180/a/b.git/git-upload-pack"],
  ["https://git.example.org/a%20b/c.git/git-upload-pack", "/api/git/git.example.org/a%20b/c.git/git-upload-pack"],
])("%s is asked for through the relay", (url, path) => {
  expect(relayAddress("https://skillground.test", url)).toBe(`https://skillground.test${path}`);
});
