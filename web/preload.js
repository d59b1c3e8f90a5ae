const preload = ({ signedIn, dashboard, auth, products }) => {
  const request = (rel, urls) => {
    for (const href of urls) {
      const link = document.createElement('link')
      link.rel = rel
      if (rel === 'preload') link.as = 'fetch'
      link.crossOrigin = 'anonymous'
      link.href = href
      document.head.append(link)
    }
  }
  const stored = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }

  const path = location.pathname
  const isDashboard = path === '/' || path === '/dashboard'
  const organizationId = path === '/auth' ? null : stored('selectedOrganizationId')

  request('preload', ['/api/user', '/api/settings'])
  if (organizationId && stored('signedIn')) {
    const query = new URLSearchParams({ organizationId })
    const ofDashboard = ['/api/tokens', '/api/activity', '/api/activity/days']
    const reads = ['/api/organization', ...(isDashboard ? ofDashboard : [])]
    request('preload', ['/api/user/organizations', ...reads.map((url) => `${url}?${query}`)])
  }

  const scripts = (names = '') => names.split(' ').filter(Boolean)
  if (organizationId) {
    request('modulepreload', new Set([...scripts(signedIn), ...(isDashboard ? scripts(dashboard) : [])]))
  } else if (isDashboard || path === '/auth') request('modulepreload', scripts(auth))
  else if (path === '/products') request('modulepreload', scripts(products))
}
preload(document.currentScript.dataset)
