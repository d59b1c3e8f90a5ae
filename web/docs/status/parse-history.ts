import type { StatusHistory } from '#worker/status/contract.ts'

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const isInstant = (value: unknown) => typeof value === 'string' && !Number.isNaN(Date.parse(value))
const isListOf = (value: unknown, isItem: (item: Fields) => boolean) =>
  Array.isArray(value) && value.every((item) => isObject(item) && isItem(item))
const areTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string')

const isDay = ({ day, calls, answered }: Fields) =>
  isInstant(day) && typeof calls === 'number' && typeof answered === 'number'

const isComponent = ({ id, name, days }: Fields) =>
  typeof id === 'string' && typeof name === 'string' && isListOf(days, isDay)

const isIncident = ({ component, name, parts, openParts, startedAt, endedAt }: Fields) =>
  typeof component === 'string' &&
  typeof name === 'string' &&
  areTexts(parts) &&
  areTexts(openParts) &&
  isInstant(startedAt) &&
  (endedAt === null || isInstant(endedAt))

const isHistory = (value: unknown): value is StatusHistory =>
  isObject(value) &&
  isInstant(value.at) &&
  isObject(value.api) &&
  isComponent(value.api) &&
  isListOf(value.registers, isComponent) &&
  isListOf(value.incidents, isIncident)

/** Checks by hand, because zod is larger than the page. A copy in the browser can be of an earlier version. */
export const parseHistory = (value: unknown): StatusHistory | undefined =>
  isHistory(value) ? value : undefined
