{
  const isMember = /(^|; )(__Host-)?has-session=/.test(document.cookie)
  const { pathname, search, hash } = location
  if (pathname === '/' && !isMember) location.replace(`/auth${search}${hash}`)
  const isForAnyone = /^\/(auth|verify|reset-password|confirm-email|record)$|^\/oauth\//.test(pathname)
  if (isMember && !isForAnyone) document.documentElement.dataset.start = 'app'
  else if (search || hash) document.documentElement.dataset.start = 'form'
  if (isMember) {
    const user = { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous', href: '/api/user' }
    document.head.append(Object.assign(document.createElement('link'), user))
  }
}
