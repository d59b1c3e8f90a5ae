import type { OpenApiDocument } from '#worker/docs/openapi/document.ts'
import type { Schema } from '#worker/docs/openapi/part.ts'
import { empty } from '#worker/docs/site/html.ts'
import type { Block } from '#worker/docs/site/page.ts'
import { section } from './blocks.ts'
import { describeField, fieldBlock, fieldId } from './field-list.ts'
import { schemaOf } from './openapi-parts.ts'

const origin = /^From the (number|register)\. /

const originOf = ([, { description = '' }]: [string, Schema]) =>
  /^From the (number|register)\b/.exec(description)?.[1] ?? 'result'

const titles = { result: 'About the result', number: 'From the number', register: 'From the register' }

/** Legal forms come from the number or a register and are listed with the number's keys. */
export function infoFields(document: OpenApiDocument): (string | Block)[] {
  const schema = schemaOf(document, 'AdditionalInfo')
  const groups = Map.groupBy(Object.entries(schema.properties ?? {}) as [string, Schema][], originOf)
  return [
    section(2, 'AdditionalInfo', '`additionalInfo`'),
    schema.description ?? '',
    ...Object.entries(titles).flatMap(([group, title]) => [
      section(3, `${group}-keys`, title),
      fieldBlock(
        (groups.get(group) ?? []).map(([key, { description = '', ...rest }]) => ({
          id: fieldId('AdditionalInfo', key),
          name: key,
          type: empty,
          text: describeField({ ...rest, description: description.replace(origin, '') }),
        })),
      ),
    ]),
  ]
}
