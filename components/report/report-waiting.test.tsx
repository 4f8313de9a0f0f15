import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ReportPart } from "#lib/report/report.ts";
import { ReportWaiting } from "./report-waiting.tsx";

const source = {
  label: "acme/skills",
  kind: "git",
  url: "https://example.com/acme/skills",
  files: 2,
  bytes: 20,
  licence: "",
  languages: {},
} as const;

function state(part: ReportPart): string {
  const html = renderToStaticMarkup(<ReportWaiting label="acme/skills" part={part} />);
  return /aria-hidden="true">([^<]*)<\/p>/.exec(html)?.[1] ?? "";
}

test("what is there already is not said to be connected to", () => {
  expect(state({})).toBe("Connecting");
  expect(state({ source })).toBe("Asking each harness");
  expect(state({ source, harnesses: [] })).toBe("Harnesses asked");
  expect(state({ source, harnesses: [], skills: [] })).toBe("0 skills; checking every file next");
});
