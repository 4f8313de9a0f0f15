import { expect, test } from "vitest";
import { redirectPasted } from "./redirect-pasted.ts";

test.each([
  ["/github.com/acme/skills", "/gh/acme/skills"],
  ["/github.com/acme/skills.git", "/gh/acme/skills"],
  ["/https://github.com/acme/skills/tree/main/skills/pdf", "/gh/acme/skills@~/main/skills/pdf"],
  ["/https:/github.com/acme/skills/blob/main/SKILL.md", "/gh/acme/skills@~/main/SKILL.md"],
  ["/gitlab.com/group/sub/skills/-/tree/main/docs", "/gl/group/sub/skills@~/-/main/docs"],
  ["/codeberg.org/acme/skills", "/cb/acme/skills"],
  ["/git.example.org/acme/skills.git", "/git/https%3A%2F%2Fgit.example.org%2Facme%2Fskills"],
])("%s goes to %s", (pathname, link) => {
  expect(redirectPasted(pathname)).toBe(link);
});

test.each(["/", "/about", "/gh/acme/skills", "/favicon.ico", "/github.com", "/a.b/%zz"])(
  "%s goes nowhere",
  (pathname) => {
    expect(redirectPasted(pathname)).toBeUndefined();
  },
);
