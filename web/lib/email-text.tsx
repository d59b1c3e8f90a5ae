/** Wraps before the @ if it can, and anywhere if it must. */
export function EmailText({ children: email }: { children: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
