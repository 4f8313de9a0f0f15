import type { Metadata } from "next";
import { ClassPage } from "#components/class/class-page.tsx";
import page from "#components/landing/landing.module.css";
import { SiteFooter, SiteHeader } from "#components/ui/site-frame.tsx";

export const metadata: Metadata = {
  title: "Your class",
  description: "Paste the progress links that learners hand back, and see who got how far in a workshop.",
};

function Class() {
  return (
    <div className={page.page}>
      <SiteHeader />
      <ClassPage />
      <SiteFooter />
    </div>
  );
}
export default Class;
