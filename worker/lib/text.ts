import * as z from 'zod/mini'

const PLAIN = /^[^\p{Cc}\p{Cs}]*$/u
const LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u
const LINES = /^(?:[^\p{Cc}\p{Cs}]|[\t\n])*$/u
const ANYWHERE = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u
/** Invisible, but they can make a name look like another one. */
const DIRECTION_MARKS = /\p{Bidi_Control}/gu

/** Such as a zero-width space. Emojis and Persian names contain some. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** In code points, as PostgreSQL counts characters. */
const lengthOf = (text: string) => text.match(/./gsu)?.length ?? 0
const isShorter = (text: string, min: number) => min > 0 && lengthOf(text.replace(INVISIBLE, '')) < min
const isLonger = (text: string, max: number) => text.length > max && lengthOf(text) > max

const tooShort = (name: string, min: number) =>
  `${name} must be at least ${min} character${min === 1 ? '' : 's'}`

type Bounds = {
  min?: number
  max: number
  messageIfMissing?: string
}

const required = (name: string, { min = 0, messageIfMissing }: Bounds) =>
  z.string(messageIfMissing ?? (min > 0 ? tooShort(name, min) : undefined))

const bounded = (name: string, { min = 0, max, messageIfMissing }: Bounds) => [
  z.refine<string>((value) => !isShorter(value, min), messageIfMissing ?? tooShort(name, min)),
  z.refine<string>((value) => !isLonger(value, max), {
    // Loading the locale takes milliseconds, so not while the Worker starts.
    error: () => `${name} must be at most ${max.toLocaleString('en-US')} characters`,
  }),
  z.meta<string>({ ...(min > 0 && { minLength: min }), maxLength: max }),
]

const noControl = (name: string) => `${name} must not contain control characters`

/** One line that people read, such as a name. Loses surrounding space and marks of text direction. */
export const line = (name: string, bounds: Bounds) =>
  required(name, bounds).check(
    z.overwrite((text) => text.replace(DIRECTION_MARKS, '')),
    z.trim(),
    ...bounded(name, bounds),
    z.regex(LINE, noControl(name)),
  )

export const lines = (name: string, bounds: Bounds) =>
  required(name, bounds).check(
    z.overwrite((text) => text.replaceAll(/\r\n?/g, '\n')),
    z.trim(),
    ...bounded(name, bounds),
    z.regex(LINES, noControl(name)),
  )

/** Data, which stays as it was sent. */
export const plain = (name: string, bounds: Bounds) =>
  required(name, bounds).check(...bounded(name, bounds), z.regex(PLAIN, noControl(name)))

/** Whether a JSON Schema's pattern compiles in other languages, too: `\p` doesn't in Python. A format needs none. */
export const hasPortablePattern = ({ format, pattern }: z.core.JSONSchema.BaseSchema): boolean =>
  format === undefined && !pattern?.includes('\\p')

export const day = (name: string) =>
  z.iso
    .date({ abort: true })
    .check(z.refine((text) => text > '1970' && text < '9999', `${name} is out of range`))

export function unreadableFields(value: unknown, path: readonly PropertyKey[] = []): PropertyKey[][] {
  if (typeof value === 'string') return ANYWHERE.test(value) ? [] : [[...path]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => unreadableFields(each, [...path, key]))
}

export const NO_CURSOR = 'cursor must be "next" of the previous page'
/** `next` of a page: the place of its last item. See db/newest-first.ts. */
export const cursor = z.string().check(z.regex(/^\d{1,17}\.[0-9A-Za-z_]{1,40}$/, NO_CURSOR))
export const numericCursor = z.string().check(z.regex(/^\d{1,17}\.\d{1,18}$/, NO_CURSOR))

const MAX_EMAIL_LENGTH = 254
/** As zod's, with domains such as `.xn--p1ai`, and the other characters that RFC 5322 allows before the @ without quotes. */
const EMAIL =
  /^(?!\.)(?!.*\.\.)[\w.!#$%&'*+/=?^`{|}~-]+(?<!\.)@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]+)$/

export const email = (message: string) =>
  z.pipe(
    z.string(message).check(z.trim(), z.toLowerCase(), z.maxLength(MAX_EMAIL_LENGTH, message)),
    z.email({ pattern: EMAIL, error: message }),
  )

export const lettersAndDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The same for texts that differ only in case, spaces or punctuation. */
export const comparable = (text: string | null): string =>
  text
    ?.normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() ?? ''
