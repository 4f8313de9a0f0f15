import { chromium } from "@playwright/test";
import { chromiumFlags, findChromium } from "../chromium.ts";
import { formatFigure } from "./figures.ts";
import { measureHarness } from "./measure-harness.ts";

const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });
try {
  for (const figure of await measureHarness(browser)) console.log(formatFigure(figure));
} finally {
  await browser.close();
}
