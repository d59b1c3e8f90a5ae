import { screenChunk } from './lib/screen-chunk.ts'

/** Not in screens.ts, which /auth loads. */
export const adminPage = screenChunk(async () => (await import('./admin/admin-page.tsx')).AdminPage)
export const adminSupportPage = screenChunk(
  async () => (await import('./admin/admin-support-page.tsx')).AdminSupportPage,
)
export const adminAuditPage = screenChunk(
  async () => (await import('./admin/admin-audit-page.tsx')).AdminAuditPage,
)
