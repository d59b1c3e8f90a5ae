import type { Sent } from './api-request.ts'
import { literalOf, type Syntax, singleQuoted } from './literals.ts'

const syntax: Syntax = {
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${/^\w+$/.test(name) ? name : singleQuoted(name)}: `,
  words: {},
  text: singleQuoted,
  indent: '  ',
  padding: ' ',
}

export function typeScript({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${literalOf(headers, syntax, '  ')},`] : []),
    ...(body ? [`  body: JSON.stringify(${literalOf(body, syntax, '  ')}),`] : []),
    ...(file ? [`  body: await openAsBlob('${file.name}'),`] : []),
    `  signal: AbortSignal.timeout(${timeout}_000),`,
  ]
  return `${file ? "import { openAsBlob } from 'node:fs'\n\n" : ''}const response = await fetch('${url}', {
${options.join('\n')}
})
if (!response.ok) throw new Error(\`\${response.status}: \${await response.text()}\`)${prints ? printed(prints) : ''}`
}

const printed = (prints: readonly string[]) => `

const answer = await response.json()
console.log(${['answer', ...prints].join('.')})`
