import type { Sent } from './api-request.ts'
import { literalOf, type Syntax, singleQuoted } from './literals.ts'

const syntax: Syntax = {
  object: ['[', ']'],
  list: ['[', ']'],
  key: (name) => `${singleQuoted(name)} => `,
  words: {},
  text: singleQuoted,
  indent: '    ',
  padding: '',
}

export function php({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const options = [
    ...(method === 'GET' ? [] : [`    CURLOPT_CUSTOMREQUEST => '${method}',`]),
    ...(lines.length > 0 ? [`    CURLOPT_HTTPHEADER => ${literalOf(lines, syntax, '    ')},`] : []),
    ...(body ? [`    CURLOPT_POSTFIELDS => json_encode(${literalOf(body, syntax, '    ')}),`] : []),
    ...(file ? [`    CURLOPT_POSTFIELDS => file_get_contents('${file.name}'),`] : []),
    '    CURLOPT_RETURNTRANSFER => true,',
    `    CURLOPT_TIMEOUT => ${timeout},`,
  ]
  return `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
${options.join('\n')}
]);
$text = curl_exec($request);
if ($text === false) {
    throw new Exception(curl_error($request));
}
$status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
if ($status >= 300) {
    throw new Exception("$status: $text");
}${prints ? printed(prints) : ''}`
}

const printed = (prints: readonly string[]) => `

$answer = json_decode($text, true, 512, JSON_THROW_ON_ERROR);
var_dump($answer${prints.map((name) => `['${name}']`).join('')});`
