import { strFromU8, unzipSync } from 'fflate'
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Member, openWorker, refusal, times } from '#tests/worker/harness.ts'
import { reencryptSecrets } from '#worker/jobs/reencrypt-secrets.ts'
import { verifyChain, verifyRecord } from '#worker/npm-client/index.ts'
import type { ChainFile, RecordFile } from '#worker/npm-client/types.ts'
import { limits } from '#worker/rate-limits.ts'
import type { RecordDetail, RecordList } from '#worker/records/contract.ts'
import { exportPeriod } from '#worker/records/export-period.ts'
import { signRecords } from '#worker/records/sign-records.ts'

const worker = await openWorker('record_signatures')
const jwksOf = async (settings = {}) =>
  (await worker.call<JSONWebKeySet>('/.well-known/jwks.json', { settings })).body

/** Numbers whose check digit is right; no register lists them. */
const input = { countryCode: 'DE', tin: '136695976', source: false, record: true }

let jwks: JSONWebKeySet
beforeAll(async () => {
  jwks = await jwksOf()
})

/** Each test has a chain of its own. */
async function openChain(name: string, records = 0) {
  const member = await worker.signUp(name)
  const { token } = await member.createToken()
  await worker.updateOrganization(member.organization.id, { tier: 'PRO' })
  await keep(token, records)
  return { member, token, chain: { organizationId: member.organization.id, live: true } }
}

const newKey = (kid: string) =>
  `${kid}:${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`

async function keep(token: string, count = 1): Promise<void> {
  await times(count, () => worker.validate(token, input))
  await worker.settle()
}

const list = async (member: Member) => (await member.call<RecordList>('/api/tinproof/records')).body.records
const recordOf = async (member: Member, recordId: string) =>
  (await member.call<RecordDetail>(`/api/tinproof/records/${recordId}`)).body
/** As the client sees it, by number. */
async function filesOf(member: Member): Promise<RecordFile[]> {
  const details = await Promise.all((await list(member)).map(({ id }) => recordOf(member, id)))
  return details
    .flatMap(({ file }) => (file ? [file] : []))
    .sort((one, other) => one.record.number - other.record.number)
}

async function exportOf(member: Member, query = '') {
  const response = await member.open(`/api/tinproof/records/export${query}`)
  expect(response.status).toBe(200)
  return readExport(response)
}

async function readExport(response: Response) {
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())))
  const json = <Content>(prefix: string): Content[] =>
    files.filter(([name]) => name.startsWith(prefix)).map(([, bytes]) => JSON.parse(strFromU8(bytes)))
  const [chain] = json<ChainFile>('chain.json')
  const [keys] = json<JSONWebKeySet>('jwks.json')
  if (!chain || !keys) throw new Error('the export has no chain')
  return { names: files.map(([name]) => name), chain, keys, records: json<RecordFile>('records/0') }
}

describe('a signed record', () => {
  it('verifies with jose alone against the published keys', async () => {
    const { member } = await openChain('ann', 1)
    const [file] = await filesOf(member)
    const verified = await compactVerify(file?.jws ?? '', createLocalJWKSet(jwks))
    expect(verified.protectedHeader).toMatchObject({ alg: 'EdDSA', typ: 'tinproof-record' })
    expect(JSON.parse(new TextDecoder().decode(verified.payload))).toEqual(file?.record)
    expect(await verifyRecord(file ?? never(), jwks)).toEqual(file?.record)
    const { headers, body } = await worker.call<JSONWebKeySet>('/.well-known/jwks.json')
    expect(headers.get('Cache-Control')).toBe('public, max-age=3600')
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(Object.keys(body.keys[0] ?? {}).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x'])
  })

  it('shows that one character was changed, in the record or in its signature', async () => {
    const { member } = await openChain('bea', 1)
    const file = (await filesOf(member))[0] ?? never()
    const { record, jws } = file
    const [header = '', payload = '', signature = ''] = jws.split('.')
    const flip = (text: string, at: number) =>
      `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
    const [other] = await filesOf((await openChain('another', 1)).member)
    const forged: Partial<RecordFile>[] = [
      { record: { ...record, response: { ...record.response, result: 'confirmed' } } },
      { record: { ...record, request: { ...record.request, name: 'Other GmbH' } } },
      { record: { ...record, keptAt: new Date(0).toISOString() } },
      ...[0, 20, payload.length - 1].map((at) => ({ jws: `${header}.${flip(payload, at)}.${signature}` })),
      ...[0, 40].map((at) => ({ jws: `${header}.${payload}.${flip(signature, at)}` })),
      { jws: `${btoa('{"alg":"none","typ":"tinproof-record"}')}.${payload}.` },
      { jws: other?.jws ?? never() },
      { jws: '' },
      { jws: 'a.b' },
      { jws: `${btoa('null')}.${payload}.` },
    ]
    for (const change of forged)
      await expect(verifyRecord({ ...file, ...change }, jwks)).rejects.toMatchObject({
        code: 'INVALID_SIGNATURE',
      })
    await expect(verifyRecord(JSON.parse('null'), jwks)).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    await expect(verifyRecord(file, { keys: [] })).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
    const reordered = Object.fromEntries(Object.entries(record).toReversed())
    expect(await verifyRecord({ jws, record: { ...record, ...reordered } }, jwks)).toEqual(record)
  })

  it('can be verified, read and found after both keys were rotated', { tags: 'deep' }, async () => {
    const { member, token } = await openChain('cleo', 1)
    const [old] = await filesOf(member)
    const { RECORD_KEYS, RECORD_SIGNING_KEYS } = worker.settings
    const settings = {
      RECORD_KEYS: `${newKey('k2')},${RECORD_KEYS}`,
      RECORD_SIGNING_KEYS: `${newKey('k2')},${RECORD_SIGNING_KEYS}`,
    }
    await worker.validate(token, input, { settings })
    await worker.settle()
    const rotated = await jwksOf(settings)
    expect(rotated.keys.map(({ kid }) => kid)).toEqual(['k2', jwks.keys[0]?.kid])
    const found = async () =>
      (await member.call<RecordList>(`/api/tinproof/records?search=${input.tin}`, { settings })).body.records
    const readAll = async () =>
      await Promise.all(
        (await found()).map(
          async ({ id }) =>
            (await member.call<RecordDetail>(`/api/tinproof/records/${id}`, { settings })).body.file ??
            never(),
        ),
      )
    expect(await found()).toHaveLength(2)
    for (const file of await readAll()) await verifyRecord(file, rotated)
    const { counts } = await reencryptSecrets(worker.context(settings))
    expect(counts.records).toBeGreaterThan(0)
    expect((await reencryptSecrets(worker.context(settings))).counts.records).toBe(0)
    const newOnly = { ...settings, RECORD_KEYS: settings.RECORD_KEYS.split(',')[0] ?? '' }
    const kept = await member.call<RecordList>(`/api/tinproof/records?search=${input.tin}`, {
      settings: newOnly,
    })
    expect(kept.body.records.map(({ number }) => number)).toEqual([2, 1])
    expect((await readAll()).at(-1)).toEqual(old)
  })
})

describe('the job for key rotations', () => {
  it('finds the link and the search of a record that was signed after the rotation', async () => {
    const { member, token, chain } = await openChain('waiting')
    const unsigned = { service: 'neon', content: 'unnest', mode: 'reset' } as const
    await worker.during(unsigned, async () => {
      await keep(token)
    })
    const url = `/api/tinproof/records/${(await list(member))[0]?.id}`
    const { link } = (await member.put<RecordDetail>(`${url.replace('/tinproof', '')}/link`, {})).body
    const { RECORD_KEYS } = worker.settings
    const settings = { RECORD_KEYS: `${newKey('k2')},${RECORD_KEYS}` }
    expect(await signRecords(worker.context(settings), chain)).toBe(1)
    await reencryptSecrets(worker.context(settings))
    const newOnly = { settings: { RECORD_KEYS: settings.RECORD_KEYS.split(',')[0] ?? '' } }
    expect((await member.call<RecordDetail>(url, newOnly)).body).toMatchObject({ number: 1, link })
    const found = await member.call<RecordList>(`/api/tinproof/records?search=${input.tin}`, newOnly)
    expect(found.body.records).toHaveLength(1)
  })

  const without = async (table: string, work: () => Promise<void>) => {
    await worker.sql(`alter table ${table} rename to ${table}_gone`)
    await work().finally(() => worker.sql(`alter table ${table}_gone rename to ${table}`))
  }

  it('reads no records and monitors while there is no older key', async () => {
    const run = async () => {
      const { counts } = await reencryptSecrets(worker.context())
      expect(counts).toEqual({ reencrypted: 0, webhooks: 0, records: 0, monitors: 0 })
    }
    await without('records', () => without('monitors', run))
  })

  it('encrypts records even if another part fails', { tags: 'deep' }, async () => {
    const { chain } = await openChain('rotated', 1)
    const { RECORD_KEYS, TWO_FACTOR_KEYS } = worker.settings
    const settings = {
      RECORD_KEYS: `${newKey('k3')},${RECORD_KEYS}`,
      TWO_FACTOR_KEYS: `${newKey('k3')},${TWO_FACTOR_KEYS}`,
    }
    await without('two_factors', async () => {
      await expect(reencryptSecrets(worker.context(settings))).rejects.toThrow()
    })
    const rows = await worker.sql`select split_part(content, '.', 1) as kid from records
      where organization_id = ${chain.organizationId}`
    expect(rows).toEqual([{ kid: 'k3' }])
  })
})

describe('the chain', () => {
  it('is one line of numbers and hashes, however many sign at once', { tags: 'deep' }, async () => {
    const { member, token, chain } = await openChain('dora')
    await Promise.all([
      keep(token, 20),
      ...Array.from({ length: 5 }, () => signRecords(worker.context(), chain)),
    ])
    await worker.settle()
    const { chain: file, records } = await exportOf(member)
    expect(records.map(({ record }) => record.number)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    expect((await verifyChain(file, records, jwks)).records).toHaveLength(20)
  })

  it('continues after a Worker was killed at any step between keeping and signing', {
    tags: 'deep',
  }, async () => {
    const { member, token } = await openChain('eva')
    for (const content of ['begin', 'record_chain', 'unnest', 'commit'])
      await worker.during({ service: 'neon', content, mode: 'reset' }, async () => {
        await keep(token)
      })
    expect((await list(member)).map(({ number }) => number)).toEqual([null, null, null, null])
    await worker.runJob('sign-records')
    expect((await list(member)).map(({ number }) => number)).toEqual([4, 3, 2, 1])
    const { chain: file, records } = await exportOf(member)
    expect((await verifyChain(file, records, jwks)).records).toHaveLength(4)
  })

  it('shows a record that was dropped, and tells a deleted one from it', async () => {
    const { member } = await openChain('gwen', 5)
    const before = await exportOf(member)
    expect(before.names.toSorted()).toEqual([
      'README.txt',
      'chain.json',
      'jwks.json',
      'records/',
      ...[1, 2, 3, 4, 5].map((number) => `records/000000${number}.json`),
    ])
    expect(before.keys).toEqual(jwks)
    const without = (number: number, files = before.records) =>
      files.filter(({ record }) => record.number !== number)
    for (const number of [1, 3, 5])
      await expect(verifyChain(before.chain, without(number), jwks)).rejects.toMatchObject({
        code: 'INCOMPLETE_CHAIN',
      })
    const [removed] = (await list(member)).filter(({ number }) => number === 3)
    await member.delete(`/api/tinproof/records/${removed?.id}`)
    const after = await exportOf(member)
    expect(after.records.map(({ record }) => record.number)).toEqual([1, 2, 4, 5])
    const verified = await verifyChain(after.chain, after.records, jwks)
    expect(verified.records.filter(({ deletedAt }) => deletedAt !== null)).toMatchObject([{ number: 3 }])
    await expect(verifyChain(after.chain, without(4, after.records), jwks)).rejects.toMatchObject({
      code: 'INCOMPLETE_CHAIN',
    })
    const stranger = await openChain('hana', 1)
    await expect(
      verifyChain(after.chain, [...after.records, ...(await filesOf(stranger.member))], jwks),
    ).rejects.toMatchObject({ code: 'INCOMPLETE_CHAIN' })
    await expect(verifyChain(JSON.parse('null'), [], jwks)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    })
    await expect(
      verifyChain({ ...after.chain, chain: { ...after.chain.chain, records: [] } }, [], jwks),
    ).rejects.toMatchObject({ code: 'INVALID_SIGNATURE' })
  })

  it('is exported whole while records are deleted and added', { tags: 'deep' }, async () => {
    const { token, chain } = await openChain('ida', 3)
    // When the export has read the chain. The place of an expired test record goes, too.
    await worker.sql`create function delete_two() returns trigger language plpgsql as $$
      begin
        delete from records where organization_id = new.organization_id and number > 1;
        update record_chain set deleted_at = now() where organization_id = new.organization_id and number = 3;
        delete from record_chain where organization_id = new.organization_id and number = 2;
        return new;
      end $$`
    await worker.sql`create trigger delete_two before insert on audit_entries for each row
      when (new.event = 'records.exported') execute function delete_two()`
    const stream = await exportPeriod(worker.context(), chain)
    await worker.sql`drop function delete_two cascade`
    await keep(token)
    const { chain: file, records } = await readExport(new Response(stream))
    expect(records.map(({ record }) => record.number)).toEqual([1])
    const verified = await verifyChain(file, records, jwks)
    expect(verified.records).toMatchObject([
      { number: 1, deletedAt: null },
      { number: 2, deletedAt: expect.any(String) },
      { number: 3, deletedAt: expect.any(String) },
    ])
  })

  it('is exported by the days on which its records were signed', async () => {
    const { member, chain } = await openChain('iris', 3)
    await worker.sql`update record_chain set signed_at = '2026-01-31T23:59:59Z'
      where organization_id = ${chain.organizationId} and number < 3`
    await worker.sql`update record_chain set signed_at = '2026-02-01T00:00:00Z'
      where organization_id = ${chain.organizationId} and number = 3`
    const numbersOf = async (query: string) =>
      (await exportOf(member, query)).chain.chain.records.map(({ number }) => number)
    expect(await numbersOf('?from=2026-01-01&to=2026-01-31')).toEqual([1, 2])
    expect(await numbersOf('?from=2026-02-01')).toEqual([3])
    const empty = await exportOf(member, '?to=2025-12-31')
    expect(empty.names).toContain('records/')
    expect((await verifyChain(empty.chain, empty.records, jwks)).records).toEqual([])
    const february = await exportOf(member, '?from=2026-02-01')
    expect((await verifyChain(february.chain, february.records, jwks)).records).toHaveLength(1)
  })
})

it('costs no export if it is refused because of its size', { tags: 'deep' }, async () => {
  const { member, chain } = await openChain('jane', 2)
  await worker.sql`update record_chain set number = 20001
    where organization_id = ${chain.organizationId} and number = 2`
  for (const _ of Array(limits.organizationExport.calls + 1))
    expect(refusal(await member.call('/api/tinproof/records/export'))).toEqual([
      409,
      'RECORD_EXPORT_TOO_LARGE',
    ])
  await worker.sql`update record_chain set number = 2
    where organization_id = ${chain.organizationId} and number = 20001`
  expect((await exportOf(member)).records).toHaveLength(2)
})

function never(): never {
  throw new Error('there is no record')
}
