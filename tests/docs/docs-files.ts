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
