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
  for (const select of document.querySelectorAll('[data-theme-select]'))
    select.value = document.documentElement.dataset.theme
}
const chooseTheme = ({ target }) => {
  if (!target.matches('[data-theme-select]')) return
  try {
    localStorage.setItem('theme', target.value)
  } catch {}
  showTheme()
}
showTheme()
addEventListener('storage', showTheme)
addEventListener('themeChanged', showTheme)
addEventListener('DOMContentLoaded', showTheme)
addEventListener('change', chooseTheme)
