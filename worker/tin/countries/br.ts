import { digit, expectText, isZeros } from '../checks/digits.ts'
import { weightedSum } from '../checks/weighted-sum.ts'
import { allZeros, type CountryRule, neverIssued } from '../country-rule.ts'

const cnpjFirst = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const cnpjSecond = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3]
const cpfFirst = [10, 9, 8, 7, 6, 5, 4, 3, 2]
const cpfSecond = [11, 10, 9, 8, 7, 6, 5, 4, 3]

// Receita Federal, by the ninth digit: the region that issued the CPF.
const regions = [
  'Rio Grande do Sul',
  'Federal District, Goiás, Mato Grosso, Mato Grosso do Sul, Tocantins',
  'Acre, Amapá, Amazonas, Pará, Rondônia, Roraima',
  'Ceará, Maranhão, Piauí',
  'Alagoas, Paraíba, Pernambuco, Rio Grande do Norte',
  'Bahia, Sergipe',
  'Minas Gerais',
  'Espírito Santo, Rio de Janeiro',
  'São Paulo',
  'Paraná, Santa Catarina',
]

const noBranch = neverIssued("Positions 9 to 12 are the establishment and can't be 0000.")

const toDigit = (sum: number) => (sum % 11 < 2 ? 0 : 11 - (sum % 11))

/** Both digits: the second counts the first, with weight 2. */
function pair(n: string, first: readonly number[], second: readonly number[]): string {
  const one = toDigit(weightedSum(n, first))
  const two = toDigit(weightedSum(n, second) + one * 2)
  return `${one}${two}`
}

export const br: CountryRule = {
  code: 'BR',
  name: 'Brazil',
  adjective: 'Brazilian',
  labels: ['CNPJ/MF', 'CNPJ(MF)', 'CPF/MF', 'sob o', 'CNPJ/ME'],
  rules: () => [
    {
      id: 'BR.CNPJ',
      name: 'National register of legal entities number',
      localName: 'Cadastro Nacional da Pessoa Jurídica',
      holder: 'company',
      kinds: ['tin', 'business'],
      check: 'checksum',
      lostZeros: 3,
      changes: [
        {
          date: '2026-07',
          text: 'New numbers can have letters in the first twelve positions. The two check digits remain digits.',
        },
      ],
      forms: [{ pattern: 'xxxxxxxxxxxxdd', mask: '##.###.###/####-##' }],
      // Instrução Normativa RFB 2.229/2024: letters since July 2026, each worth its ASCII code less 48.
      verify: (n) => {
        if (isZeros(n, 0, 8) && isZeros(n, 8, 12)) return allZeros
        return isZeros(n, 8, 12) ? noBranch : expectText(n, 12, pair(n, cnpjFirst, cnpjSecond))
      },
      facts: (n) => (isZeros(n, 8, 11) && digit(n, 11) === 1 ? { establishment: 'head office' } : undefined),
    },
    {
      id: 'BR.CPF',
      name: 'Register of natural persons number',
      localName: 'Cadastro de Pessoas Físicas',
      holder: 'person',
      check: 'checksum',
      lostZeros: 3,
      forms: [{ pattern: 'ddddddddddd', mask: '###.###.###-##' }],
      // Receita Federal, Instrução Normativa RFB 1.548/2015.
      verify: (n) => expectText(n, 9, pair(n, cpfFirst, cpfSecond)),
      facts: (n) => ({ fiscalRegion: regions[digit(n, 8)] ?? '' }),
    },
  ],
}
