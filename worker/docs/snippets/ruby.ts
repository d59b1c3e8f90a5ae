import type { Sent } from './api-request.ts'
import { literalOf, type Syntax, singleQuoted } from './literals.ts'

const syntax: Syntax = {
  object: ['{', '}'],
  list: ['[', ']'],
  key: (name) => (/^\w+$/.test(name) ? `${name}: ` : `${singleQuoted(name)} => `),
  words: { null: 'nil' },
  text: singleQuoted,
  indent: '  ',
  padding: ' ',
}

const classes = { GET: 'Get', POST: 'Post', PATCH: 'Patch', DELETE: 'Delete' } as const

export function ruby({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const content = body
    ? `request.body = JSON.generate(${literalOf(body, syntax)})\n`
    : file
      ? `request.body = File.binread('${file.name}')\n`
      : ''
  const set = Object.entries(headers).map(
    ([name, value]) => `request[${singleQuoted(name)}] = ${singleQuoted(value)}\n`,
  )
  return `${body || prints ? "require 'json'\n" : ''}require 'net/http'

uri = URI('${url}')
request = Net::HTTP::${classes[method]}.new(uri)
${set.join('')}${content}
http = Net::HTTP.new(uri.host, uri.port)
http.use_ssl = uri.scheme == 'https'
http.open_timeout = http.read_timeout = ${timeout}
response = http.request(request)
raise "#{response.code}: #{response.body}" unless response.is_a?(Net::HTTPSuccess)${prints ? printed(prints) : ''}`
}

const printed = (prints: readonly string[]) => `

answer = JSON.parse(response.body)
puts answer${prints.map((name) => `['${name}']`).join('')}`
