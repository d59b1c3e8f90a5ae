import { docsFiles } from '#worker/docs/files.ts'

export const origin = 'https://docs.example'

export const files = docsFiles({
  origin,
  assets: {
    script: '/assets/main.js',
    styles: '/assets/main.css',
    fonts: ['/assets/inter.woff2'],
    inlineScript: 'showTheme()',
    statusScript: '/assets/status.js',
  },
  settings: { supportEmail: 'help@docs.example', activityDays: 45, auditDays: 400, region: 'eu-central-1' },
})

export const text = (file: string): string => files[file] ?? ''

export const pages = Object.keys(files).filter((file) => file.endsWith('.html'))
export const listed = pages.filter((file) => file !== 'docs/404.html')
export const docs = listed.filter((file) => file.startsWith('docs/'))

export const all = (pattern: RegExp, content: string) =>
  [...content.matchAll(pattern)].map(([, found = '']) => found)
export const unescaped = (content: string) =>
  content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
/** Of the elements on each page. */
export const ids = new Map(pages.map((file) => [file, new Set(all(/ id="([^"]+)"/g, text(file)))]))
