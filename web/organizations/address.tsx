/** An e-mail address that breaks before its @ where it breaks at all. */
export function Address({ children: email }: { children: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
