import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { confirmedBy } from '#worker/docs/pages/register-facts.ts'
import { proofs } from '#worker/registers/constants.ts'
import { registers } from '#worker/registers/registers.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { all, ids, text, unescaped } from './docs-files.ts'

const root = join(import.meta.dirname, '../..')

describe('the country pages', () => {
  it('exist for every country and describe every type, except that none is issued', () => {
    const missing = countries.flatMap(({ code, identifiers }) => {
      const file = `docs/countries/${code.toLowerCase()}.html`
      return identifiers.filter(({ id }) => !ids.get(file)?.has(id)).map(({ id }) => id)
    })
    expect(missing).toEqual(['BM.NONE', 'KY.NONE', 'MS.NONE', 'VG.NONE'])
  })

  it('write names of countries with their article, the result without tax IDs, and every length', () => {
    expect(text('docs/countries/nl.md')).toContain('# Tax IDs in the Netherlands\n')
    expect(text('docs/countries/ky.md')).toContain(
      "The Cayman Islands doesn't issue tax IDs. The `result` of",
    )
    expect(text('docs/countries/ch.md')).toContain('- **Length:** 15 or 16 characters\n')
    expect(text('docs/countries/ch.md')).toContain('- **January 1, 2014:** Six-digit VAT numbers expired.')
    expect(text('docs/countries/bg.md')).toContain('- **Format:** `BG?` to `BG???????????????`\n')
    expect(text('docs/countries/bg.md')).toContain('- **Regular expression:** `^BG[0-9A-Z]{1,15}$`\n')
    expect(text('docs/countries/ro.md')).toContain('- **Regular expression:** `^[1-9][0-9]{1,9}$`\n')
    expect(text('docs/countries/de.md')).toContain('`##/###/#####`, `###/###/#####`, `###/####/####`')
  })

  it('give only valid examples', () => {
    const invalid = countries.flatMap(({ code, identifiers }) => {
      const bodies = all(/<option value="(\{[^"]+)"/g, text(`docs/countries/${code.toLowerCase()}.html`))
      const single = all(/<textarea[^>]*>([^<]+)</g, text(`docs/countries/${code.toLowerCase()}.html`))
      const issued = identifiers.length > 0
      return [...bodies, ...(issued ? single : [])].filter((body) => {
        const { countryCode, tin, type } = JSON.parse(unescaped(body)) as Record<string, string>
        return countryCode !== code || !validateTin(code, tin ?? '', type ? { type } : {}).valid
      })
    })
    expect(invalid).toEqual([])
  })

  it('say of every register what it confirms', () => {
    const folder = join(root, 'worker/registers')
    for (const register of registers) {
      const file = register.id === 'sirene' ? 'insee' : register.id
      const client = readFileSync(join(folder, `${file}.ts`), 'utf8')
      const { proves = 'business', provesVatOf } = register
      const ofRow = [proves, provesVatOf && 'vat_registration']
      const confirmed = proofs.filter((proof) => ofRow.includes(proof) || client.includes(`'${proof}'`))
      expect([file, confirmedBy(register)]).toEqual([file, confirmed])
    }
  })

  it.each([
    ['no', ['business registration', 'VAT or sales tax registration']],
    ['fr', ['VAT or sales tax registration', 'business registration', 'business registration']],
    ['au', ['VAT or sales tax registration, or business registration']],
  ])('say of each type in %s what its register confirms', (country, confirmed) => {
    const said = all(/Confirms ((?!customs)[^.]+)\./g, text(`docs/countries/${country}.md`))
    expect(said).toEqual(confirmed)
  })
})
