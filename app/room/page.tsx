import type { Metadata } from "next";
import page from "#components/landing/landing.module.css";
import { TypeCode } from "#components/room/room-page.tsx";
import { SiteFooter, SiteHeader } from "#components/ui/site-frame.tsx";

export const metadata: Metadata = {
  title: "Join a room",
  description: "Type the code that your teacher shows, and do the workshop together.",
};

function Rooms() {
  return (
    <div className={page.page}>
      <SiteHeader />
      <TypeCode />
      <SiteFooter />
    </div>
  );
}
export default Rooms;
