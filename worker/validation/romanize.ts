import { once } from '#worker/lib/once.ts'
import { alphabetsInLatin } from './letters.ts'

/** Letters without a decomposition. */
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
  ə: 'a',
}

/** Traditional characters that are common in names of companies, from OpenCC. */
const traditional =
  '東電國業車機廠廣實貿產産藥醫設計資訊網絡際達運聯華興豐寶銀鐵鋼環龍馬飛圖學會體灣臺島陽風氣農線經總維輪軟輝轉進遠連開關門間險陸雙順領題驗師強後應檢歐溫滿潔濟無熱營燈發監礎碼積節範職葉蘭處號衛裝製複規視親財貨購輔鄉長陳頂飲館鴻榮樓統術樂書報紅綠紡織級給縣輸辦選適隨離難類顯為'
const simplified =
  '东电国业车机厂广实贸产产药医设计资讯网络际达运联华兴丰宝银铁钢环龙马飞图学会体湾台岛阳风气农线经总维轮软辉转进远连开关门间险陆双顺领题验师强后应检欧温满洁济无热营灯发监础码积节范职叶兰处号卫装制复规视亲财货购辅乡长陈顶饮馆鸿荣楼统术乐书报红绿纺织级给县输办选适随离难类显为'
/** Arabic and Persian letters that registers write in several ways. */
const arabic = 'ةه ىي ؤو ئي یي کك'

const variantOf = once(
  (): ReadonlyMap<string, string> =>
    new Map([
      ...Array.from(traditional, (letter, index) => [letter, simplified[index] ?? letter] as const),
      ...arabic.split(' ').map(([letter = '', other = '']) => [letter, other] as const),
    ]),
)

const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
/** Without the marks that make another letter, as in Japanese, Thai or Hindi, and in й and ї. */
const accents = /(?<!\p{Script=Cyrillic})[\u0300-\u036f]+|[\u0591-\u05c7\u064b-\u0655\u0670\u0640]/gu

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replace(/[^a-z0-9]/g, (letter) => latin[letter] ?? letter)

const withoutVariants = (text: string): string =>
  text.replace(/[\p{Script=Han}\p{Script=Arabic}]/gu, (letter) => variantOf().get(letter) ?? letter)

const greekAndCyrillic = once(
  () => new RegExp([...alphabetsInLatin().keys()].sort((a, b) => b.length - a.length).join('|'), 'g'),
)

export const romanize = (text: string): string =>
  fold(text).replace(greekAndCyrillic(), (letters) => alphabetsInLatin().get(letters) ?? letters)

/** With ae for ä, and one character for each that has several forms, such as 國 and 国. */
export const romanizeInFull = (text: string): string =>
  withoutVariants(
    romanize(text.normalize('NFC').replace(/[äöüøå]/g, (letter) => writtenOut[letter] ?? letter)),
  )

/** In its own script, for `spellingIn`. Undefined for a word in Latin letters. */
export const inOwnScript = (text: string): string | undefined =>
  /(?!\p{Script=Latin})\p{L}/u.test(text) ? withoutVariants(fold(text)) : undefined
