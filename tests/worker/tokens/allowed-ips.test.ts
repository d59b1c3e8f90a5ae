import { beforeAll, describe, expect, it } from 'vitest'
import { countStatuses, GERMAN, type Member, openWorker, refusal, times } from '#tests/worker/harness.ts'
import type { Token } from '#worker/tokens/contract.ts'

const worker = await openWorker('allowed_ips')
const OFFICE = '203.0.113.7'
const ELSEWHERE = '198.51.100.9'

let people = 0
async function customer(allowedIps = ['203.0.113.0/24', '2001:db8::/32'], live = true) {
  const member = await worker.signUp(`allowed-ips-${people++}`)
  await worker.confirmPassword(member)
  const { token, id } = await member.createToken({ allowedIps, live })
  const from = (ip: string | undefined) =>
    worker.validate(token, GERMAN, { headers: ip === undefined ? {} : { 'CF-Connecting-IP': ip } })
  const change = (ips: unknown) =>
    member.patch<Token & { code?: string }>(`/api/tokens/${id}`, { allowedIps: ips })
  const listed = async () => (await member.call<Token[]>('/api/tokens')).body[0]
  return { member, id, from, change, listed }
}

const usedBy = async ({ organization }: Member) =>
  await worker.sql`select used_count, (select count(*) from api_activities a where a.organization_id = q.organization_id)
    from organization_quotas q where organization_id = ${organization.id}`

describe('an allow-list', () => {
  it.each([OFFICE, '::ffff:203.0.113.255', '2001:db8:ffff::1'])('lets %s call', async (ip) => {
    const { from } = await customer()
    expect((await from(ip)).status).toBe(200)
  })

  it.each([ELSEWHERE, '::ffff:198.51.100.9', '2001:db9::1', 'fe80::1%eth0', 'unknown', '', undefined])(
    'refuses %s, and counts nothing',
    async (ip) => {
      const { member, from } = await customer()
      const answer = await from(ip)
      expect(refusal(answer)).toEqual([403, 'IP_NOT_ALLOWED'])
      expect(answer.headers.get('RateLimit')).toBeNull()
      await worker.settle()
      expect(await usedBy(member)).toEqual([{ used_count: 0, count: '0' }])
    },
  )

  it('of all IPv6 addresses lets no IPv4 address call', async () => {
    const { from } = await customer(['::/0'])
    expect([(await from('2001:db8::1')).status, (await from(OFFICE)).status]).toEqual([200, 403])
  })

  it('holds for test tokens', async () => {
    const { from } = await customer(undefined, false)
    expect([(await from(ELSEWHERE)).status, (await from(OFFICE)).status]).toEqual([403, 200])
  })

  it("doesn't hold for the dashboard, where people sign in", async () => {
    const { member, id } = await customer()
    const headers = { 'CF-Connecting-IP': ELSEWHERE }
    const single = await member.post('/api/tinproof/validate', { ...GERMAN, tokenId: id }, { headers })
    const batch = await member.post(
      `/api/tinproof/batches?tokenId=${id}`,
      { items: [GERMAN], source: false },
      { headers },
    )
    expect([single.status, batch.status]).toEqual([200, 202])
  })

  it.each(['FREE', 'PRO'] as const)('takes effect with the next call after a change, on %s', async (tier) => {
    const { member, from, change } = await customer([])
    await worker.updateOrganization(member.organization.id, { tier })
    expect((await from(ELSEWHERE)).status).toBe(200)
    expect((await change([OFFICE])).status).toBe(200)
    expect([(await from(ELSEWHERE)).status, (await from(OFFICE)).status]).toEqual([403, 200])
    expect((await change([])).body.allowedIps).toEqual([])
    expect((await from(ELSEWHERE)).status).toBe(200)
  })

  it('shows the last refused address on the token, and writes it at most once a minute', async () => {
    const { from, listed } = await customer()
    expect(await listed()).toMatchObject({ lastRefusedIp: null, lastRefusedAt: null, lastUsedAt: null })
    expect((await from('2001:DB9::0:1')).status).toBe(403)
    const { after } = await worker.trips(async () => {
      expect(countStatuses(await times(30, () => from(ELSEWHERE)))).toEqual({ 403: 30 })
    })
    expect(after.neon.statements).toBe(0)
    const token = await listed()
    expect(token).toMatchObject({ lastRefusedIp: '2001:db9::1', lastUsedAt: null })
    expect(Date.parse(token?.lastRefusedAt ?? '')).toBeGreaterThan(Date.now() - 600_000)
  })
})

describe('PATCH /api/tokens/:tokenId', () => {
  let known: Awaited<ReturnType<typeof customer>>
  beforeAll(async () => {
    known = await customer([])
  })

  it('normalizes the list and records it before and after', async () => {
    const { change, listed, member } = known
    const ips = [
      ' 10.1.2.3/8',
      '10.20.0.0/16',
      '203.0.113.7',
      '203.0.113.7/32',
      '2001:DB8:0::1/32',
      '::ffff:1.2.3.4',
    ]
    const { body } = await change(ips)
    expect(body.allowedIps).toEqual(['10.0.0.0/8', '203.0.113.7/32', '2001:db8::/32', '1.2.3.4/32'])
    expect(await listed()).toEqual(body)
    await change([OFFICE])
    expect(
      await worker.sql`select subject, before, after from audit_entries where event = 'token.allowed_ips_changed'
        and organization_id = ${member.organization.id} order by id desc limit 1`,
    ).toEqual([
      {
        subject: body.name,
        before: { allowedIps: body.allowedIps.join(', ') },
        after: { allowedIps: '203.0.113.7/32' },
      },
    ])
  })

  const format = 'Enter an IP address or network, such as 203.0.113.7 or 2001:db8::/32'
  it.each([
    ['a zone ID', 'fe80::1%eth0', 'Leave out the zone ID after "%"'],
    ['leading zeros', '010.0.0.1', 'Leave out leading zeros'],
    ['a long prefix', '203.0.113.0/33', format],
    ['a host name', 'office.example', format],
    ['nothing', '', format],
  ])('refuses %s, with its place', async (_what, ip, message) => {
    const { status, body } = await known.member.patch(`/api/tokens/${known.id}`, { allowedIps: [OFFICE, ip] })
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'INVALID_INPUT', details: [{ path: 'allowedIps.1', message }] })
  })

  it('takes 20 entries, and not 21', async () => {
    const ips = (count: number) => Array.from({ length: count }, (_, place) => `10.0.${place}.0/24`)
    expect((await known.change(ips(20))).body.allowedIps).toHaveLength(20)
    const { body } = await known.change(ips(21))
    expect(body).toMatchObject({
      details: [{ path: 'allowedIps', message: 'At most 20 IP addresses and networks' }],
    })
    expect((await known.change(undefined)).status).toBe(422)
    expect((await known.change(OFFICE)).status).toBe(422)
  })
})
