export default function Page() {
  return <h1>Skillground</h1>;
}
