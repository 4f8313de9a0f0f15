import type { Metadata } from "next";
import { WorkshopGuide } from "#components/landing/workshop-guide.tsx";

export const metadata: Metadata = {
  title: "Guide for workshops",
  description: "Turn a repository into a class with Markdown alone: lessons, buttons and checks.",
};
export default WorkshopGuide;
