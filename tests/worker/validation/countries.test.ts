import { describe, expect, it } from 'vitest'
import { ORIGIN, openWorker } from '#tests/worker/harness.ts'
import { countries } from '#worker/tin/index.ts'
import type { CountriesAnswer } from '#worker/validation/contract.ts'
import { validationRoutes } from '#worker/validation/routes.ts'

const path = '/api/tinproof/countries'

const worker = await openWorker('countries')
const answer = await worker.call<CountriesAnswer>(path)

const types = () => answer.body.countries.flatMap((country) => country.types)

describe('GET /api/tinproof/countries', () => {
  it('is public and needs no database', async () => {
    const { after } = await worker.trips(() => worker.call(path))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect([after.upstash.trips, after.neon.trips]).toEqual([0, 0])
  })

  it('may be cached and read by any origin', () => {
    expect(answer.headers.get('Cache-Control')).toBe('public, max-age=3600, stale-while-revalidate=86400')
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(answer.headers.get('Set-Cookie')).toBeNull()
  })

  it('returns 304 for a matching ETag', async () => {
    const etag = answer.headers.get('ETag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{24}"$/)
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await worker.call(path, { headers: { 'If-None-Match': tag } })
      expect(again.status).toBe(304)
      expect(again.headers.get('ETag')).toBe(etag)
    }
    for (const tag of ['"other"', '', 'W/', etag.slice(1)]) {
      expect((await worker.call(path, { headers: { 'If-None-Match': tag } })).status).toBe(200)
    }
  })

  it('lists every country and type of the engine', () => {
    expect(answer.body.rulesAsOf).toMatch(/^\d{4}-\d{2}$/)
    expect(answer.body.countries.map(({ code, name, adjective }) => [code, name, adjective])).toEqual(
      countries.map(({ code, name, adjective }) => [code, name, adjective]),
    )
    expect(types().map(({ id }) => id)).toEqual(
      countries.flatMap((country) => country.identifiers.map(({ id }) => id)),
    )
  })

  it('lists the types that are accepted in reports', () => {
    const acceptedIn = (country: string) =>
      answer.body.countries.find(({ code }) => code === country)?.accepted
    expect(acceptedIn('DE')).toEqual({
      crs: { person: ['DE.IDNR'], entity: expect.not.arrayContaining(['DE.VAT']) },
    })
    expect(acceptedIn('BM')).toEqual({ crs: { person: [], entity: [] } })
    const ids = new Set(types().map(({ id }) => id))
    for (const { accepted } of answer.body.countries)
      for (const id of [...accepted.crs.person, ...accepted.crs.entity]) expect(ids).toContain(id)
  })

  it('gives an example and the formats of each type', () => {
    const issued = types().filter(({ length }) => length !== 'none')
    expect(issued.length).toBeGreaterThan(250)
    for (const { id, example, formats, length } of issued) {
      expect(example, id).toMatch(/\d/)
      expect(formats, id).not.toEqual([])
      expect(length, id).toMatch(/^\d+((, | or | to )\d+)* (digits|characters)$/)
    }
  })

  it('dates the changes of the rules, oldest first', () => {
    const changed = types().filter(({ changes }) => changes.length > 0)
    for (const { id, changes } of changed) {
      const dates = changes.map(({ date }) => date)
      expect(dates, id).toEqual([...dates].sort())
      for (const { date, text } of changes) {
        expect(date, id).toMatch(/^\d{4}(-\d{2}(-\d{2})?)?$/)
        expect(text, id).toMatch(/^[A-Z].*\.$/)
      }
    }
    const of = (id: string) =>
      changed.find((identifier) => identifier.id === id)?.changes.map(({ date }) => date)
    expect(of('BR.CNPJ')).toEqual(['2026-07'])
    expect(of('NL.BTW')).toEqual(['2020-01-01'])
    expect(of('BE.VAT')).toContain('2023')
    for (const id of ['TW.UBN', 'ID.NPWP', 'VN.MST', 'IE.VAT', 'IT.CF', 'US.ITIN', 'NG.TAXID', 'DE.WIDNR']) {
      expect(of(id), id).toBeDefined()
    }
  })

  it('names the official register, which is off without its key', async () => {
    const { HMRC_CLIENT_ID: _id, HMRC_CLIENT_SECRET: _secret, ...without } = worker.settings
    const response = await validationRoutes.fetch(new Request(`${ORIGIN}${path}`), without)
    const { countries: some } = (await response.json()) as CountriesAnswer
    const registerIn = (list: CountriesAnswer['countries'], id: string) =>
      list.flatMap((country) => country.types).find((identifier) => identifier.id === id)?.register
    const { countries: all } = answer.body
    expect(registerIn(all, 'DE.VAT')).toEqual({ name: 'VIES', state: 'on' })
    expect(registerIn(all, 'GB.VAT')).toEqual({ name: 'HM Revenue & Customs', state: 'on' })
    expect(registerIn(some, 'DE.VAT')).toEqual({ name: 'VIES', state: 'on' })
    expect(registerIn(some, 'GB.VAT')).toEqual({ name: 'HM Revenue & Customs', state: 'off' })
    expect(registerIn(all, 'US.SSN')).toBeNull()
    expect(response.headers.get('ETag')).not.toBe(answer.headers.get('ETag'))
  })

  it('is read-only', async () => {
    expect((await worker.post(path, {})).status).toBe(405)
    expect((await worker.call(`${path}/DE`)).status).toBe(404)
  })
})
