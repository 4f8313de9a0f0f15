import type { Metadata } from "next";
import page from "#components/landing/landing.module.css";
import { TypeCode } from "#components/room/room-page.tsx";
import { SiteFooter, SiteHeader } from "#components/ui/site/site-frame.tsx";

export const metadata: Metadata = {
  title: "Join a room",
  description: "Enter your teacher's code to join the workshop.",
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
