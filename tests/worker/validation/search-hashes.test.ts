import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashesOfSearch, searchHashes } from '#worker/validation/search-hashes.ts'

const key = { kid: 'k1', secret: new TextEncoder().encode('x'.repeat(32)) }
const stored = (term: string) =>
  createHmac('sha256', key.secret).update(`search org_1 ${term}`).digest('base64url').slice(0, 22)

describe('a search by name', () => {
  const hashesOf = (name: string) =>
    searchHashes(key, { organizationId: 'org_1', countryCode: 'PL', numbers: [], names: [name] })

  it('finds a name with or without its legal form', () => {
    const [hash = ''] = hashesOf('Nowak Sp. z o.o.')
    expect(hashesOfSearch([key], 'org_1', 'NOWAK')).toContain(hash)
    expect(hashesOfSearch([key], 'org_1', 'Nowak SPÓŁKA Z O.O.')).toContain(hash)
    expect(hashesOfSearch([key], 'org_1', 'Nowacki')).not.toContain(hash)
  })

  it('finds a name that was stored when we did not know its legal form', () => {
    const hash = stored('name firma handlowo uslugowa nowak')
    expect(hashesOf('Firma Handlowo-Usługowa Nowak')).not.toContain(hash)
    expect(hashesOfSearch([key], 'org_1', 'FIRMA HANDLOWO-USŁUGOWA NOWAK')).toContain(hash)
  })
})
