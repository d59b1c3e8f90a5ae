import { literalOf, type Syntax } from './literals.ts'
import type { Sent } from './snippets.ts'

const syntax: Syntax = {
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => `${JSON.stringify(name)}: `,
  words: { true: 'True', false: 'False', null: 'None' },
  text: (value) => JSON.stringify(value),
  indent: '    ',
  padding: '',
}

/** The standard library only, so that it runs without `pip install`. */
export function python({ method, url, headers, body, prints }: Sent): string {
  const options = [
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(Object.keys(headers).length > 0 ? [`    headers=${literalOf(headers, syntax, '    ')},`] : []),
    ...(body ? [`    data=json.dumps(${literalOf(body, syntax, '    ')}).encode(),`] : []),
  ]
  return `import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
${options.join('\n')}
)
try:
    with urlopen(request, timeout=10) as response:
        result = json.load(response)
except HTTPError as error:
    problem = json.load(error)
    raise SystemExit(f"{problem['code']}: {problem['message']}")

print(result${prints.map((name) => `["${name}"]`).join('')})`
}
