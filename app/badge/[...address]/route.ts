import { answerBadge } from "#lib/server/reports/report-server.ts";

export const dynamic = "force-dynamic";

export { answerBadge as GET };
