import { infoTexts } from './field-texts.ts'
import type { Schema } from './schema.ts'

const fieldsOf = (group: string) => infoTexts.get(group)?.fields ?? new Map()

export const numberFacts: readonly string[] = [...fieldsOf('Number').keys()]
export const registerFacts: readonly string[] = [...fieldsOf('Register').keys()]

function originOf(key: string): string {
  const origins = [numberFacts.includes(key) && 'the number', registerFacts.includes(key) && 'the register']
  const named = origins.filter(Boolean).join(' or ')
  return named && `From ${named}. `
}

const additions: Readonly<Record<string, Schema>> = {
  check: { enum: ['checksum', 'structure', 'none'] },
  basis: { enum: ['published', 'secondary'] },
  confidence: { enum: ['register', 'checksum', 'structure', 'format'] },
  registerAge: { pattern: '^[0-9]+$' },
  nameMatch: { enum: ['exact', 'close', 'different', 'not_disclosed'] },
  nameMatchPercent: { pattern: '^[0-9]{1,3}$' },
}

/** Legal forms come from the number or a register and are listed with the number's keys. */
export const infoProperties: Readonly<Record<string, Schema>> = Object.fromEntries(
  [...fieldsOf('Number'), ...fieldsOf('Register'), ...fieldsOf('Result')].map(([key, text]) => [
    key,
    { type: 'string', ...text, description: `${originOf(key)}${text.description}`, ...additions[key] },
  ]),
)
