import type { Metadata } from "next";
import { ClassPage } from "#components/class/class-page.tsx";
import { SitePage } from "#components/ui/site/site-frame.tsx";

export const metadata: Metadata = {
  title: "Your class",
  description: "Paste learners' progress links to see how far each one got.",
};

function Class() {
  return (
    <SitePage>
      <ClassPage />
    </SitePage>
  );
}
export default Class;
