const showTheme = () => {
  let theme = ''
  try {
    theme = localStorage.getItem('theme') ?? ''
  } catch {}
  const isChosen = theme === 'light' || theme === 'dark'
  document.documentElement.dataset.theme = isChosen ? theme : 'system'
  for (const meta of document.querySelectorAll('meta[data-scheme]')) {
    const { scheme } = meta.dataset
    meta.media = isChosen ? (scheme === theme ? 'all' : 'not all') : `(prefers-color-scheme: ${scheme})`
  }
}
showTheme()
addEventListener('storage', showTheme)
addEventListener('themeChanged', showTheme)
