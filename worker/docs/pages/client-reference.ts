import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import type { Page } from '#worker/docs/site/page.ts'
import { commands, type Option } from '#worker/npm-client/cli/arguments.ts'
import { markdownTable } from './blocks.ts'

const folder = join(import.meta.dirname, '../../npm-client')

type Member = { name: string; signature: string; text: string }
type Declared = { isClass: boolean; text: string; members: readonly Member[] }

/** The exported classes and object types of the npm package, with their comments. types.ts has the API's types. */
function readSource(): Map<string, Declared> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && file !== 'types.ts')
  return new Map(files.flatMap((file) => declaredIn(file, readFileSync(join(folder, file), 'utf8'))))
}

function declaredIn(file: string, source: string): [string, Declared][] {
  const { program, comments } = parseSync(file, source)
  const codeOf = (start: number, end: number) => source.slice(start, end).replaceAll(/\s+/g, ' ').trim()
  const textBefore = (start: number) => {
    const last = comments.findLast(({ end }) => end <= start && source.slice(end, start).trim() === '')
    const lines = last?.value.replaceAll(/^\s*\*+ ?/gm, '') ?? ''
    return lines.replaceAll(/\s+/g, ' ').trim()
  }
  return program.body.flatMap((statement): [string, Declared][] => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return []
    const { declaration, start } = statement
    const text = textBefore(start)
    if (declaration.type === 'ClassDeclaration' && declaration.id) {
      const members = declaration.body.body.flatMap((member) => {
        if (member.type !== 'MethodDefinition' || member.kind !== 'method') return []
        const { key, value } = member
        if (key.type !== 'Identifier') return []
        const signature = codeOf(key.start, value.body?.start ?? member.end)
        return [{ name: key.name, signature, text: textBefore(member.start) }]
      })
      return [[declaration.id.name, { isClass: true, text, members }]]
    }
    if (declaration.type !== 'TSTypeAliasDeclaration') return []
    const { typeAnnotation: type } = declaration
    const members = (type.type === 'TSIntersectionType' ? type.types : [type])
      .flatMap((part) => (part.type === 'TSTypeLiteral' ? part.members : []))
      .flatMap((member) => {
        if (member.type !== 'TSPropertySignature' || member.key.type !== 'Identifier') return []
        const { typeAnnotation: of } = member
        const signature = of ? codeOf(of.typeAnnotation.start, of.typeAnnotation.end) : ''
        return [{ name: member.key.name, signature, text: textBefore(member.start) }]
      })
    return [[declaration.id.name, { isClass: false, text, members }]]
  })
}

const code = (text: string) => `\`${text}\``
const required = (text: string) => text.replaceAll(' | undefined', '')

/** Omits the options of a call, which are the same everywhere. `{ from, to }: Period = {}` becomes `filter?: Period`. */
const callOf = ({ signature }: Member) =>
  required(signature)
    .replace(/\): \S+<.+>$/, ')')
    .replace(/(, |\()options: CallOptions = \{\},? ?\)/, (_, before) => (before === '(' ? '()' : ')'))
    .replace(/\{[^}]*\}: (\w*Options) = \{\}/, 'options?: $1')
    .replace(/\{[^}]*\}: (.+) = \{\}/, 'filter?: $1')
    .replace('( ', '(')

function resultOf({ signature }: Member): string {
  const [, promise, data = '', item = ''] = /\): (\w+)<(\w+)(?:, (\w+).*)?>$/.exec(signature) ?? []
  if (promise === 'AsyncGenerator') return `Iterates over ${code(data)}.`
  if (promise === 'PagePromise') return `Resolves to ${code(data)}, iterates over ${code(item)}.`
  return data === 'void' ? '' : `Resolves to ${code(data)}.`
}

const fieldTable = (members: readonly Member[] = []) =>
  markdownTable(
    ['Field', 'Type', 'What it is'],
    members.map(({ name, signature, text }) => [code(name), code(required(signature)), text]),
  )

const methodTable = (members: readonly Member[] = []) =>
  markdownTable(
    ['Method', 'What it does'],
    members.map((member) => [code(callOf(member)), `${member.text} ${resultOf(member)}`.trim()]),
  )

const commandSections = (): string[] =>
  Object.entries(commands).flatMap(([name, { arguments: parameters, text, options }]) => [
    `### ${code(`tinproof ${name}`)}`,
    `${text}: ${code(`tinproof ${name} ${parameters}`.trim())}`,
    markdownTable(
      ['Option', 'What it does'],
      Object.entries<Option>(options).map(([each, { value, short, text }]) => [
        [short && code(`-${short}`), code(value ? `--${each} <${value}>` : `--${each}`)]
          .filter(Boolean)
          .join(', '),
        text,
      ]),
    ),
  ])

const intro = `The methods and options of the [client](/docs/guides/client), and the commands of its command line. Each method takes [options of the call](#options-of-a-call) as its last argument. Requests and responses have the fields of the API reference.`

const promises = `The promise of a method also has the method \`withResponse()\`, which returns \`data\`, \`response\` with its headers, and \`requestId\`. The promise of a page is an async iterable: \`for await\` iterates over the items of this page and all that follow.`

const resources = ['Batches', 'Monitors', 'Records', 'Validations', 'Events']

export function clientReference(): Page {
  const source = readSource()
  const own = ['CsvFile', 'ListBatches', 'WaitOptions', 'ListEvents', 'ListenOptions']
  const errors = [...source].filter(([, { isClass }]) => isClass).filter(([name]) => name.endsWith('Error'))
  return {
    path: '/docs/reference/client',
    title: 'TypeScript client reference',
    navTitle: 'Client and CLI',
    description:
      'All methods, options and errors of the npm package tinproof, and all commands of its command-line tool.',
    keywords: 'npm package SDK methods options withResponse maxRetries timeout logger command line flags',
    body: [
      intro,
      '## Options of the client',
      fieldTable(source.get('ClientOptions')?.members),
      '## Options of a call',
      fieldTable(source.get('CallOptions')?.members),
      promises,
      '## `tinproof`',
      methodTable(source.get('Tinproof')?.members),
      ...resources.flatMap((name) => [
        `## ${code(`tinproof.${name.toLowerCase()}`)}`,
        source.get(name)?.text ?? '',
        methodTable(source.get(name)?.members),
      ]),
      ...own.flatMap((name) => [`### ${code(name)}`, fieldTable(source.get(name)?.members)]),
      '## Errors',
      markdownTable(
        ['Class', 'When'],
        errors.map(([name, { text }]) => [code(name), text]),
      ),
      '## Commands',
      ...commandSections(),
    ],
  }
}
