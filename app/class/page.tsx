import type { Metadata } from "next";
import { ClassPage } from "#components/class/class-page.tsx";
import page from "#components/landing/landing.module.css";
import { SiteFooter, SiteHeader } from "#components/ui/site/site-frame.tsx";

export const metadata: Metadata = {
  title: "Your class",
  description: "Paste learners' progress links to see how far each one got.",
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
