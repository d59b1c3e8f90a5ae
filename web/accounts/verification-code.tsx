/** Shown where the link was opened, for the browser in which the person signed up. */
export const VerificationCode = ({ code }: { code: string }) => (
  <section aria-labelledby="code-heading" className="mb-8 rounded-lg border bg-sunken px-4 py-3">
    <h2 id="code-heading" className="font-medium">
      Signed up on another device?
    </h2>
    <p className="mt-0.5 text-muted text-sm">Enter this code there to continue. It expires in 15 minutes.</p>
    <p className="mt-2 font-mono font-semibold text-2xl tracking-widest">
      {code.slice(0, 3)} {code.slice(3)}
    </p>
    <p className="mt-2 text-muted text-sm">Don't share it. Anyone with this code can set your password.</p>
  </section>
)
