import type { Metadata } from "next";
import page from "#components/landing/landing.module.css";
import { RoomPage } from "#components/room/room-page.tsx";
import { SiteFooter, SiteHeader } from "#components/ui/site/site-frame.tsx";

export const metadata: Metadata = { title: "Live room", robots: { index: false } };

async function Room({ params }: { params: Promise<{ readonly code: string }> }) {
  const { code } = await params;
  return (
    <div className={page.page}>
      <SiteHeader />
      <RoomPage code={code} />
      <SiteFooter />
    </div>
  );
}
export default Room;
