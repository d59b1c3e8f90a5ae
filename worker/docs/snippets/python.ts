import type { Sent } from './api-request.ts'
import { literalOf, type Syntax } from './literals.ts'

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
export function python({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const options = [
    `    "${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(Object.keys(headers).length > 0 ? [`    headers=${literalOf(headers, syntax, '    ')},`] : []),
    ...(body ? [`    data=json.dumps(${literalOf(body, syntax, '    ')}).encode(),`] : []),
    ...(file ? [`    data=Path("${file.name}").read_bytes(),`] : []),
  ]
  const open = `urlopen(request, timeout=${timeout})`
  return `import json
${file ? 'from pathlib import Path\n' : ''}from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
${options.join('\n')}
)
try:
    ${prints ? `with ${open} as response:\n        answer = json.load(response)` : `${open}.close()`}
except HTTPError as error:
    raise SystemExit(f"{error.code}: {error.read().decode()}")${prints ? `\n\nprint(answer${prints.map((name) => `["${name}"]`).join('')})` : ''}`
}
