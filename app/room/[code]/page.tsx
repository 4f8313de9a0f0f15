import type { Metadata } from "next";
import { RoomPage } from "#components/room/room-page.tsx";
import { SitePage } from "#components/ui/site/site-frame.tsx";

export const metadata: Metadata = { title: "Live room", robots: { index: false } };

async function Room({ params }: { params: Promise<{ readonly code: string }> }) {
  const { code } = await params;
  return (
    <SitePage>
      <RoomPage code={code} />
    </SitePage>
  );
}
export default Room;
