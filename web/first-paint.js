{
  let isMember = false
  try {
    isMember = localStorage.getItem('signedIn') !== null
  } catch {}
  const { pathname, search, hash } = location
  if (pathname === '/' && !isMember) location.replace(`/auth${search}${hash}`)
  const isForAnyone = /^\/(auth|verify|reset-password|confirm-email|record)$|^\/oauth\//.test(pathname)
  if (isMember && !isForAnyone) document.documentElement.dataset.start = 'app'
  else if (search || hash) document.documentElement.dataset.start = 'form'
}
