/** For projects that come without their own page for unknown addresses. */
export default function PageNotFound() {
  return (
    <div className="flex min-h-screen flex-col items-center justify-center gap-3 p-6 text-center">
      <h1 className="text-2xl font-semibold">There is no page here</h1>
      <a href="/" className="text-sm underline">
        Go to the start page
      </a>
    </div>
  );
}
