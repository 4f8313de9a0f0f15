import { expect, test } from "vitest";
import { originIn } from "./site.ts";

test.each([
  [{ host: "127.0.0.1:3000" }, "http://127.0.0.1:3000"],
  [{ host: "inner", "x-forwarded-host": "lab.example", "x-forwarded-proto": "https" }, "https://lab.example"],
  [
    { host: "inner", "x-forwarded-host": "lab.example, edge.internal", "x-forwarded-proto": "https, http" },
    "https://lab.example",
  ],
  [{ host: "lab.example", "x-forwarded-host": "", "x-forwarded-proto": "" }, "http://lab.example"],
  [{}, undefined],
])("the site's origin in %o", (headers, origin) => {
  expect(originIn(new Headers(headers as Record<string, string>))?.origin).toBe(origin);
});
