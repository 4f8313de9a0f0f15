import type { Metadata } from "next";
import { Guide } from "#components/landing/guide.tsx";

export const metadata: Metadata = {
  title: "Guide",
  description:
    "Agent skills on one page: what a skill is, how a model reads one in three tiers, why agents disagree about them, and how to use the lab.",
};
export default Guide;
