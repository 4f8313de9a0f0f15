import { answerReport } from "#lib/server/reports/report-server.ts";

export const dynamic = "force-dynamic";

export { answerReport as GET };
