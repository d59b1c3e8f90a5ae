/** Spreadsheets save files without Unicode in these, depending on the language of the system. */
export const encodings: readonly { value: string; label: string }[] = [
  { value: 'windows-1252', label: 'Western European' },
  { value: 'windows-1250', label: 'Central European' },
  { value: 'windows-1257', label: 'Baltic' },
  { value: 'windows-1251', label: 'Cyrillic' },
  { value: 'windows-1253', label: 'Greek' },
  { value: 'windows-1254', label: 'Turkish' },
  { value: 'windows-1255', label: 'Hebrew' },
  { value: 'windows-1256', label: 'Arabic' },
  { value: 'windows-874', label: 'Thai' },
  { value: 'windows-1258', label: 'Vietnamese' },
  { value: 'shift_jis', label: 'Japanese' },
  { value: 'euc-kr', label: 'Korean' },
  { value: 'gb18030', label: 'Simplified Chinese' },
  { value: 'big5', label: 'Traditional Chinese' },
  { value: 'macintosh', label: 'Western European (Mac)' },
]

/** Polish, Slovak and Romanian letters, read as Windows-1252. Such signs are in no word. */
const CENTRAL_EUROPEAN = /\p{L}[¹³¿¾\u009d][a-z]/u

export const guessEncoding = (textAsWindows1252: string) =>
  CENTRAL_EUROPEAN.test(textAsWindows1252) ? 'windows-1250' : 'windows-1252'
