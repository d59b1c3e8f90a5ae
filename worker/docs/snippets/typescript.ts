import { literalOf, type Syntax, singleQuoted } from './literals.ts'
import type { Sent } from './snippets.ts'

const syntax: Syntax = {
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${/^\w+$/.test(name) ? name : singleQuoted(name)}: `,
  words: {},
  text: singleQuoted,
  indent: '  ',
  padding: ' ',
}

export function typeScript({ method, url, headers, body, prints }: Sent): string {
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(Object.keys(headers).length > 0 ? [`  headers: ${literalOf(headers, syntax, '  ')},`] : []),
    ...(body ? [`  body: JSON.stringify(${literalOf(body, syntax, '  ')}),`] : []),
    '  signal: AbortSignal.timeout(10_000),',
  ]
  return `const response = await fetch('${url}', {
${options.join('\n')}
})
const result = await response.json()
if (!response.ok) throw new Error(\`\${result.code}: \${result.message}\`)

console.log(${['result', ...prints].join('.')})`
}
