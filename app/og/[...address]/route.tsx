import { ImageResponse } from "next/og";
import { cardSize, ReportCard } from "#components/report/report-card.tsx";
import { failureWords } from "#lib/server/reports/badge.ts";
import { answerCard } from "#lib/server/reports/report-server.ts";
import { sourceLabel } from "#lib/vfs/source.ts";

export const dynamic = "force-dynamic";

/** Milliseconds to draw a card: programs that unfurl links wait only a few seconds. */
const patience = 4000;

/** The preview picture of a report or a lab link. Always answers with a picture. */
export function GET(request: Request): Promise<Response> {
  return answerCard(request, patience, (asked, made) => {
    const label = asked ? sourceLabel(asked.source) : "Skillground";
    const note =
      made?.kind === "failed" ? failureWords(made.failure) : asked ? undefined : "no repository at this address";
    const brief = made?.kind === "made" ? made.brief : undefined;
    const draw = () =>
      new ImageResponse(<ReportCard label={label} brief={brief} note={note} />, cardSize).arrayBuffer();
    return { label, note, draw };
  });
}
