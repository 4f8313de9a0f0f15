import { LateStatus } from "#components/ui/empty-state.tsx";
import { fetchedPart } from "#components/ui/fetched-part.tsx";

/** Why a harness loads or leaves out a skill. Explaining needs every reader of every harness, so it is fetched when first asked for. */
export const WhyDetails = fetchedPart(async () => (await import("./why-details.tsx")).WhyDetails, {
  Waiting: () => <LateStatus>Fetching the rules…</LateStatus>,
});
