import { it, vi } from 'vitest'
import { openShop } from './subscriber.ts'
it('x', async () => {
  const shop = await openShop('tmp_x')
  const admin = await shop.signUp()
  const lines: string[] = []
  for (const m of ['log','warn','error'] as const) vi.spyOn(console, m).mockImplementation((l: unknown) => void lines.push(String(l)))
  await shop.worker.paddle.checkout({ plan: 'PRO', email: admin.user.email, customData: { organizationId: admin.organization.id, userId: admin.user.id, plan: 'PRO' } })
  const answers = await shop.worker.deliverWebhooks()
  await shop.worker.settle()
  throw new Error(JSON.stringify(answers.map(a => [a.status, a.body])) + lines.join('\n') + JSON.stringify(await shop.worker.sql('select status,error from payment_jobs')))
})
