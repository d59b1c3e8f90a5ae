import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { once } from '#worker/lib/once.ts'
import {
  CHANGE_LAG_MINUTES,
  listMonitorsSchema,
  MONITOR_PAGE_SIZE,
  monitorListSchema,
} from '#worker/monitors/contract.ts'
import { recordParamSchema, recordSchemas } from '#worker/records/contract.ts'
import { registersSchema } from '#worker/registers/contract.ts'
import { isoCode } from '#worker/tin/contract/country-aliases.ts'
import { unsupportedCountry } from '#worker/tin/contract/unsupported-country.ts'
import { countries, validateTin } from '#worker/tin/index.ts'
import { validateSchema } from '#worker/validation/contract.ts'
import { countriesSchema } from '#worker/validation/response-contract.ts'
import { ApiRefusal, type CallApi, queryOf } from './call-api.ts'
import { addTool, noArguments } from './tool.ts'

const schemas = once(() => {
  const { tin } = validateSchema.shape
  const countryCode = validateSchema.shape.countryCode.check(z.overwrite(isoCode))
  const filter = listMonitorsSchema.shape
  const monitors = z.strictObject({
    search: filter.search.describe('Only monitors with this number, name or customId, in full'),
    result: filter.result.describe('Only numbers whose last result is this'),
    changedSince: filter.changedSince.describe(
      `Only numbers that have changed since this time. A change can be listed ${CHANGE_LAG_MINUTES} minutes late`,
    ),
    state: filter.state.describe('Only monitors in this state'),
    cursor: filter.cursor.describe('The "next" of the previous page'),
    limit: z.int().min(1).max(MONITOR_PAGE_SIZE).default(20),
  })
  const listed = countriesSchema()
  const { code, name, types } = listed.shape.countries.element.shape
  const type = types.element.omit({ localName: true, kind: true, basis: true, changes: true })
  const country = z.object({ code, name, types: z.array(type) })
  const brief = country.extend({ types: z.array(type.pick({ id: true, label: true })) })
  return {
    number: z.strictObject({ tin: tin.check(z.describe('The number as it is written')) }),
    country: z.strictObject({ countryCode: countryCode.check(z.describe('ISO 3166-1 alpha-2, such as DE')) }),
    optionalCountry: z.strictObject({
      countryCode: z.optional(countryCode).describe('Only registers of this country'),
    }),
    described: country,
    allDescribed: listed.extend({ countries: z.array(country) }),
    brief: listed.extend({ countries: z.array(brief) }),
    found: z.object({
      total: z.int(),
      countries: z.array(
        z.object({
          countryCode: z.string(),
          country: z.string(),
          type: z.string(),
          label: z.string(),
          formatted: z.string(),
          check: z.string(),
        }),
      ),
    }),
    monitors,
  }
})

export function addListTools(server: McpServer, call: CallApi): void {
  const schema = schemas()
  addTool(server, {
    name: 'explain_tax_id_format',
    title: "Explain a country's tax IDs",
    description:
      'Describes all types of number of a country: what they are called, who has them, their format with an example, their check digit and register. Free.',
    input: schema.country,
    output: schema.described,
    run: async ({ countryCode }) => {
      const { countries } = await call(schema.allDescribed, { path: '/countries' })
      const output = countries.find(({ code }) => code === countryCode)
      if (!output)
        throw new ApiRefusal({ code: 'UNSUPPORTED_COUNTRY', message: unsupportedCountry(countryCode) })
      const typeOf = ({ label, length }: (typeof output.types)[number]) =>
        length === 'none' ? 'no tax IDs are issued' : `${label} (${length})`
      return { output, text: `${output.name}: ${output.types.map(typeOf).join(', ')}.` }
    },
  })
  addTool(server, {
    name: 'find_country_of_number',
    title: 'Find the country of a number',
    description:
      'Lists the countries and types whose format a number has, those with a matching check digit first. A guess to validate: short numbers match many countries. Free.',
    input: schema.number,
    output: schema.found,
    run: async ({ tin }) => {
      const output = findCountries(tin)
      const names = output.countries.map(({ country, label }) => `${country} (${label})`).join(', ')
      return { output, text: names === '' ? 'No country uses this format.' : `Possible: ${names}.` }
    },
  })
  addTool(server, {
    name: 'list_countries',
    title: 'List countries',
    description: 'Lists all supported countries with their types of number. Free.',
    input: noArguments,
    output: schema.brief,
    run: async () => {
      const output = await call(schema.brief, { path: '/countries' })
      return { output, text: `${output.countries.length} countries, with the rules of ${output.rulesAsOf}.` }
    },
  })
  addTool(server, {
    name: 'register_status',
    title: 'Status of registers',
    description: 'Shows whether the official registers respond, from our calls of the last day. Free.',
    input: schema.optionalCountry,
    output: registersSchema,
    openWorld: true,
    run: async ({ countryCode }) => {
      const { updatedAt, registers } = await call(registersSchema, { path: '/registers' })
      const own = registers.filter(({ country }) => countryCode === undefined || country === countryCode)
      const down = own.filter(({ health }) => health === 'down').map(({ name }) => name)
      const text = down.length === 0 ? 'No register is down.' : `Down: ${down.join(', ')}.`
      const none = `There is no register for ${countryCode}.`
      return { output: { updatedAt, registers: own }, text: own.length === 0 ? none : text }
    },
  })
  addTool(server, {
    name: 'list_monitors',
    title: 'List monitored numbers',
    description:
      "Lists the organization's monitored numbers with their last result and change, newest first. Free.",
    input: schema.monitors,
    output: monitorListSchema,
    run: async (input) => {
      const output = await call(monitorListSchema, { path: `/monitors?${queryOf(input)}` })
      const { monitors, monitorCount, monitorLimit } = output
      const numbers = monitors.map(({ countryCode, tin, answer, live }) =>
        [countryCode, tin, answer?.result ?? 'not checked yet', ...(live ? [] : ['(test)'])].join(' '),
      )
      const used = `${monitorCount} of ${monitorLimit} monitors used.`
      return { output, text: [used, ...numbers].join('\n') }
    },
  })
  addTool(server, {
    name: 'get_record',
    title: 'Get a record',
    description:
      'Reads the signed record of a validation: request, response, register and signature. Its ID is the recordId of the validation. Free.',
    input: recordParamSchema.strict(),
    output: recordSchemas().detail,
    run: async ({ recordId }) => {
      const output = await call(recordSchemas().detail, { path: `/records/${recordId}` })
      const { countryCode, tin, result, createdAt, live } = output
      const test = live ? '' : ' (test)'
      return { output, text: `Record of ${countryCode} ${tin}: ${result} at ${createdAt}${test}.` }
    },
  })
}

const MAX_COUNTRIES = 20

const strength = { checksum: 0, structure: 1, none: 2 }

/** The countries in which a number has a valid format. Those whose check digit it passes are first. */
function findCountries(tin: string) {
  const found = countries
    .flatMap(({ code, name }) => {
      const match = validateTin(code, tin)
      if (!match.valid) return []
      const { id, label, check } = match.identifier
      return [{ countryCode: code, country: name, type: id, label, formatted: match.formatted, check }]
    })
    .toSorted((one, other) => strength[one.check] - strength[other.check])
  return { total: found.length, countries: found.slice(0, MAX_COUNTRIES) }
}
