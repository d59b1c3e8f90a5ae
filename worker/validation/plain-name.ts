/** Letters that taking accents off leaves as they are. */
const latin: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
}

/** Greek by ELOT 743, two letters first. */
const greek: Readonly<Record<string, string>> = {
  ου: 'ou',
  αυ: 'av',
  ευ: 'ev',
  μπ: 'b',
  ντ: 'nt',
  γγ: 'ng',
  γκ: 'gk',
  τσ: 'ts',
  τζ: 'tz',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/** Cyrillic as Bulgaria and Ukraine write it in Latin letters, which the others come close to. */
const cyrillic: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  ґ: 'g',
  д: 'd',
  ђ: 'dj',
  е: 'e',
  є: 'ie',
  ж: 'zh',
  з: 'z',
  и: 'i',
  і: 'i',
  ј: 'j',
  к: 'k',
  л: 'l',
  љ: 'lj',
  м: 'm',
  н: 'n',
  њ: 'nj',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  ћ: 'c',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  џ: 'dz',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ы: 'y',
  ь: '',
  э: 'e',
  ю: 'yu',
  я: 'ya',
}

const letters = { ...latin, ...greek, ...cyrillic }
const known = new RegExp(
  Object.keys(letters)
    .sort((a, b) => b.length - a.length)
    .join('|'),
  'g',
)

/** Forms of companies, as they stand in names; they say nothing about whose the name is. */
const legalForms = new Set(
  [
    'ab ad ae ag aktiengesellschaft aktiebolag aktieselskab aksjeselskap aps as asa asbl beperkt besloten bhd bt bv bvba cic',
    'co company corp corporation cv da dd doo ead eg eeig eireli eirl epe eood eurl ev fop gbr gesellschaft gie gmbh gp',
    'hf ehf ike inc incorporated kb kd kda kft kg kgaa kk ks ky lda limited limitada limitee llc llp lp ltd ltda ltee me',
    'mbh nv nyrt ohg oe ojsc ood oou ooo osk ou ovl oy oyj pao pc plc private proprietary pte pty pvt sa saa sab sae sapa sarl',
    'sarlu sas sasu sc sca scop scp scs sdn se sec secs sep sia sl sll slne slu snc sociedad societa societe sp spa spj spk',
    'spol sprl srl sro suarl uab ug unipessoal unltd vof vzw xoop yk zao zrt zoo haftungsbeschrankt',
    'spolka ograniczona odpowiedzialnoscia akcyjna azioni responsabilita limitata anonima anonyme societatea raspundere',
    'zartkoruen mukodo reszvenytarsasag korlatolt felelossegu tarsasag osakeyhtio osauhing spolecnost rucenim omezenym',
    'akciova spolocnost obmedzenym vennootschap besloten naamloze drustvo ogranicenom odgovornoscu per',
  ].flatMap((line) => line.split(' ')),
)
const eastern = /股份有限公司|有限责任公司|有限公司|株式会社|有限会社|合同会社|주식회사|유한회사|\(주\)|㈜/gu
const joining = new Set('and und et e y i og och ja ir un en a kai ve'.split(' '))

/** A name as two writings of it can be compared: small Latin letters, no accents, no form of company; word by word. */
export function plainName(name: string): string[] {
  const text = name
    .replace(eastern, ' ')
    .toLowerCase()
    .replace(/['’`´]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(known, (letter) => letters[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  // S.p.A., s. r. o.: single letters in a row are one word.
  const words = text
    .replace(/\b(\p{L}) (?=\p{L}\b)/gu, '$1')
    .split(' ')
    .filter(Boolean)
  const telling = words.filter((word) => !legalForms.has(word) && !joining.has(word))
  return telling.length > 0 ? telling : words
}

/** Whether all of a name is in letters that have been turned into Latin ones. */
export const isLatin = (words: readonly string[]): boolean =>
  words.every((word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word))
