import { expect } from 'vitest'
import type { RegisterMode } from '#tests/fakes/registers/index.ts'
import type {
  Batch,
  BatchChanges,
  BatchList,
  BatchResult,
  BatchResultsPage,
} from '#worker/batches/contract.ts'
import type { Tier } from '#worker/organizations/contract.ts'
import { type Answer, type Call, type ErrorBody, type Member, openWorker, verbs } from '../harness.ts'

const BATCHES = '/api/tinproof/batches'

export type Upload = { type?: string; query?: string; headers?: Record<string, string> }
type Created = Answer<Batch & ErrorBody & { cost: number; remaining: number; missing: number }>

export type BatchWorker = Awaited<ReturnType<typeof openBatchWorker>>
export type Customer = Awaited<ReturnType<BatchWorker['customer']>>

/** A Worker with customers that create batches. */
export async function openBatchWorker(name: string) {
  const worker = await openWorker(name)
  let customers = 0

  async function customer({ tier = 'ENTERPRISE' as Tier, limit = 0, validation = true } = {}) {
    const member = await worker.signUp(`${name.replaceAll('_', '-')}-${++customers}`)
    const organizationId = member.organization.id
    if (tier !== 'FREE') await worker.updateOrganization(organizationId, { tier })
    if (limit > 0) {
      await worker.sql`update organization_quotas set monthly_limit = ${limit}
        where organization_id = ${organizationId}`
      await worker.forgetQuota(organizationId)
    }
    const { token, id: tokenId } = await member.createToken({ permissions: { read: true, validation } })
    await worker.settle()
    return customerOf(member, token, tokenId)
  }

  function customerOf(member: Member, token: string, tokenId: number) {
    const organizationId = member.organization.id
    const asToken = <Body = ErrorBody>(path: string, options: Call = {}) =>
      worker.call<Body>(`${BATCHES}${path}`, {
        ...options,
        headers: { Authorization: `Bearer ${token}`, ...options.headers },
      })
    const send = (body: unknown, headers: Record<string, string> = {}): Promise<Created> =>
      asToken('', { body, headers })
    const upload = (
      raw: Call['raw'] & {},
      { type = 'text/csv', query = '', headers = {} }: Upload = {},
    ): Promise<Created> => {
      const [file] = /csv|ndjson/.exec(type) ?? []
      const path = `${file ? `/${file}` : ''}${query}`
      return asToken(path, { raw, headers: { 'Content-Type': type, ...headers } })
    }
    /** Its first row has arrived. */
    const startUpload = async (
      send: (raw: ReadableStream<Uint8Array>) => Promise<Answer<ErrorBody>> = upload,
    ) => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const writer = writable.getWriter()
      const answer = send(readable)
      await writer.write(new TextEncoder().encode('tin\nDE136695976\n'))
      const uploading = async () => (await asToken<BatchList>('?state=receiving')).body.batches
      await expect.poll(uploading).toHaveLength(1)
      const [{ id = '' } = {}] = await uploading()
      return { id, answer, writer }
    }
    const start = async (items: readonly object[], options = {}, headers = {}): Promise<string> => {
      const { status, body } = await send({ items, ...options }, headers)
      if (status !== 202) throw new Error(`batch: ${status} ${JSON.stringify(body)}`)
      return body.id
    }
    const get = async (id: string) => (await asToken<Batch & ErrorBody>(`/${id}`)).body
    const results = async (id: string, query = ''): Promise<BatchResult[]> => {
      const page = await asToken<BatchResultsPage>(`/${id}/results?limit=1000${query}`)
      return page.body.results
    }
    return {
      member,
      token,
      tokenId,
      organizationId,
      call: asToken,
      ...verbs(asToken),
      send,
      upload,
      startUpload,
      get,
      results,
      text: async (id: string, format: 'csv' | 'ndjson', query = '') =>
        (await asToken<string>(`/${id}/results/${format}${query}`)).body,
      start,
      /** Creates a batch and works on it until it ends. */
      run: async (...batch: Parameters<typeof start>): Promise<Batch> => {
        const id = await start(...batch)
        await finish(id)
        return get(id)
      },
      /** Of its batch `id` with an earlier one. */
      changes: async (id: string, since: string) => {
        const path = `/api/batches/${id}/changes?since=${since}&organizationId=${organizationId}`
        return await member.call<BatchChanges & ErrorBody>(path)
      },
      testToken: async () => {
        const permissions = { read: true, validation: true }
        const { token } = await member.createToken({ live: false, permissions })
        return { token, headers: { Authorization: `Bearer ${token}` } }
      },
      quota: async () => {
        const [row] = await worker.sql<{ used: number }>`select used_count as used
          from organization_quotas where organization_id = ${organizationId}`
        return row?.used
      },
    }
  }

  const stateOf = async (id: string) => {
    const [row] = await worker.sql<{ state: string }>`select state from batches where id = ${id}`
    return row?.state
  }

  /** Nothing waits for its next turn, and nobody holds a lease. */
  const makeDue = (id: string) =>
    worker.sql`with partitions as (update batch_partitions set next_at = now() where batch_id = ${id}),
            registers as (update batch_registers set next_at = now(), lease_until = '-infinity')
       update batch_chunks set lease_until = '-infinity' where batch_id = ${id}`

  /** The rows that still wait are given up. */
  async function reachDeadline(id: string): Promise<void> {
    await worker.sql`update batches set created_at = created_at - interval '25 hours',
        processing_at = processing_at - interval '25 hours', deadline_at = deadline_at - interval '25 hours'
      where id = ${id}`
    await finish(id)
  }

  /** Delivers messages about a batch and the registers that it waits for. Returns whether they were acknowledged. */
  async function deliver(id: string): Promise<boolean> {
    const isAcknowledged = await worker.deliver({ batchId: id })
    const waiting = await worker.sql<{ register: string }>`select register from batch_partitions
      where batch_id = ${id} and waiting > 0`
    const others = await Promise.all(waiting.map(({ register }) => worker.deliver({ register })))
    return isAcknowledged && others.every(Boolean)
  }

  /** Until the batch has ended. */
  async function finish(id: string, rounds = 50) {
    for (let round = 0; round < rounds; round++) {
      if (!['receiving', 'processing'].includes((await stateOf(id)) ?? '')) return
      await deliver(id)
      await makeDue(id)
    }
    const partitions = await worker.sql`select * from batch_partitions where batch_id = ${id}`
    throw new Error(
      `batch ${id} is ${await stateOf(id)} after ${rounds} messages: ${JSON.stringify(partitions)}`,
    )
  }

  /** Those of the rows in these tests. */
  async function setRegisters(mode: RegisterMode) {
    for (const register of ['uid', 'gleif', 'brreg', 'nts', 'vies']) await worker.setRegister(register, mode)
    if (mode === 'normal') worker.limiters.reset()
  }

  return {
    ...worker,
    setRegisters,
    deliver,
    deliverMessage: worker.deliver,
    customer,
    stateOf,
    makeDue,
    finish,
    reachDeadline,
  }
}
