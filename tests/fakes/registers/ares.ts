import { json } from '#tests/fakes/fake.ts'
import { companyOf } from './company.ts'
import type { FakeRegister } from './register.ts'

/** A DIČ that differs from the IČO. */
const dics: Readonly<Record<string, string | null>> = {
  '24': null,
  '35': 'Skupinove_DPH',
  '57': 'CZ7103192745',
}

const path = /^\/ekonomicke-subjekty\/([^/]+)$/

/** Status in the main source, by the last two digits. */
const states: Readonly<Record<string, string>> = {
  '13': 'ZANIKLY',
  '79': 'POZASTAVENY',
  '80': 'HISTORICKY',
  '81': 'LOGICKY_SMAZANY',
  '82': 'NEZNAMY',
}

/** VAT registration, by the last two digits. */
const vatStates: Readonly<Record<string, string>> = {
  '13': 'ZANIKLY',
  '24': 'NEEXISTUJICI',
  '35': 'NEEXISTUJICI',
  '37': 'ZANIKLY',
  '46': 'POZASTAVENY',
  '47': 'NEZNAMY',
}

/**
 * GET /ekonomicke-subjekty/{ico}. The last two digits decide: 13 ended, 14 ends in the future, 24 not registered for VAT,
 * 35 through its group, 37 no longer registered, 46 suspended, 47 unknown state, 57 a person, 68 without registrations; others: `states`.
 */
export const ares: FakeRegister = {
  id: 'ares',
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
