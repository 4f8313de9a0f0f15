import type { Metadata } from "next";
import { TypeCode } from "#components/room/room-page.tsx";
import { SitePage } from "#components/ui/site/site-frame.tsx";

export const metadata: Metadata = {
  title: "Join a room",
  description: "Enter your teacher's code to join the workshop.",
};

function Rooms() {
  return (
    <SitePage>
      <TypeCode />
    </SitePage>
  );
}
export default Rooms;
