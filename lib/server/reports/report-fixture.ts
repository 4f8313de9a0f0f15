import { defaultReportBounds, type ReportBounds } from "./make-report.ts";

/** The usual bounds for tests, which may wait longer than a visitor: on a busy machine a thread alone takes ten seconds to start. */
export const patientBounds: ReportBounds = { ...defaultReportBounds, milliseconds: 60_000 };
