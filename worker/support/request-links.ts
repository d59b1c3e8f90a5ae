import type { Context } from '#worker/context.ts'

export const requestLinks = ({ settings: { APP_ORIGIN } }: Context, reference: string) => ({
  user: `${APP_ORIGIN}/support?request=${reference}`,
  admin: `${APP_ORIGIN}/admin/support?request=${reference}`,
})
