import base from "./e2e/playwright.config.ts";
export default { ...base, testDir: "/tmp/wt/course/e2e", webServer: undefined, reporter: [["list"]], outputDir: "/tmp/course-pw" };
