/** Whether this site's server answers, whatever the browser thinks of its network. */
export async function canReachServer(): Promise<boolean> {
  try {
    await fetch("/", { method: "HEAD", cache: "no-store" });
    return true;
  } catch (caught) {
    if (!(caught instanceof TypeError)) throw caught;
    return false;
  }
}
