import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import { type FakeRegister, html } from './register.ts'

/** The DIČ that is not made of the IČO: none, a group's, a person's. */
const dics: Readonly<Record<string, string | null>> = {
  '24': null,
  '35': 'Skupinove_DPH',
  '57': 'CZ7103192745',
}

const path = /^\/ekonomicke-subjekty\/([^/]+)$/

/** What is said of the subject in its main source, by the last two digits of the number. */
const states: Readonly<Record<string, string>> = {
  '13': 'ZANIKLY',
  '79': 'POZASTAVENY',
  '80': 'HISTORICKY',
  '81': 'LOGICKY_SMAZANY',
}

/** What is said of a registration for VAT, by the last two digits of the number. */
const vatStates: Readonly<Record<string, string>> = {
  '13': 'ZANIKLY',
  '24': 'NEEXISTUJICI',
  '35': 'NEEXISTUJICI',
  '37': 'ZANIKLY',
  '46': 'POZASTAVENY',
}

/**
 * GET /ekonomicke-subjekty/{ico}. By its last two digits a subject has ended (13) or will end (14), is not registered
 * for VAT (24) or not any more (37), is so by its group (35), has a state that says neither (46), is a person whose DIČ
 * is no IČO (57), is told without its registrations (68), or stands otherwise in its main source (`states`).
 */
export const ares: FakeRegister = {
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
    const state = states[ending] ?? 'AKTIVNI'
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
      ...(ending === '14' && { datumZaniku: '2999-12-31' }),
      dic: dics[ending] === undefined ? `CZ${number}` : dics[ending],
      dicSkDph: ending === '35' ? 'CZ699000001' : 'N/A',
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
