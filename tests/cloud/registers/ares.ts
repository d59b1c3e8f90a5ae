import { json } from '#tests/cloud/stand-in.ts'
import { companyOf } from './company.ts'
import { html, type RegisterStandIn } from './register.ts'

const path = /^\/ekonomicke-subjekty\/([^/]+)$/

/** What is said of a registration for VAT, by the last two digits of the number. */
const vatStates: Readonly<Record<string, string>> = {
  '13': 'ZANIKLY',
  '24': 'NEEXISTUJICI',
  '35': 'ZANIKLY',
  '46': 'POZASTAVENY',
}

/**
 * GET /ekonomicke-subjekty/{ico}. By its last two digits a subject has ended (13), is not registered for VAT (24), is
 * so by its group (35), has a state that says neither (46), is a person whose DIČ is no IČO (57), or is told without
 * its registrations (68).
 */
export const ares: RegisterStandIn = {
  id: 'ares',
  throttled: () => html(429, 'Too Many Requests'),
  unavailable: () => json(500, { kod: 'OBECNA_CHYBA', popis: 'Služba není dostupná', subKod: null }),
  answer: (call, { swapped }) => {
    const [, number] = path.exec(call.path) ?? []
    if (!number) return json(404, { status: 404, error: 'Not Found', path: call.path })
    if (!/^\d{8}$/.test(number)) {
      return json(400, { kod: 'CHYBA_VSTUPU', popis: 'IČO', subKod: 'VSTUP_NEVALIDNI_FORMAT_ICO' })
    }
    const company = companyOf(number, 'a.s.')
    if (!company) {
      return json(404, { kod: 'NENALEZENO', popis: 'Nenalezeno', subKod: 'VYSTUP_SUBJEKT_NENALEZEN' })
    }
    const ending = number.slice(-2)
    const state = ending === '13' ? 'ZANIKLY' : 'AKTIVNI'
    return json(200, {
      ico: swapped ? '27082440' : number,
      obchodniJmeno: company.name,
      sidlo: {
        kodStatu: 'CZ',
        nazevObce: company.city,
        psc: Number(company.postcode),
        textovaAdresa: `${company.street}, ${company.postcode} ${company.city}`,
      },
      pravniForma: '121',
      datumVzniku: '2003-08-26',
      ...(ending === '13' && { datumZaniku: '2022-12-31' }),
      dic: ending === '24' ? null : ending === '57' ? 'CZ7103192745' : `CZ${number}`,
      ...(ending === '35' && { dicSkDph: 'CZ699000001' }),
      ...(ending !== '68' && {
        seznamRegistraci: {
          stavZdrojeRos: state,
          stavZdrojeVr: state,
          stavZdrojeRes: state,
          stavZdrojeRzp: state,
          stavZdrojeDph: vatStates[ending] ?? 'AKTIVNI',
          stavZdrojeSkDph: ending === '35' ? 'AKTIVNI' : 'NEEXISTUJICI',
          stavZdrojeIr: 'NEEXISTUJICI',
        },
      }),
      primarniZdroj: 'ros',
    })
  },
}
