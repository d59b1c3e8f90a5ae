import { printJson } from '#worker/docs/contract/json.ts'
import type { Sent } from './api-request.ts'

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

export function curl({ method, url, headers, body, file, savesAs }: Sent): string {
  const isDefault = method === (body || file ? 'POST' : 'GET')
  return [
    `curl ${isDefault ? '' : `-X ${method} `}${/[?&]/.test(url) ? quoted(url) : url}`,
    ...Object.entries(headers).map(([name, value]) => `  -H ${quoted(`${name}: ${value}`)}`),
    ...(body ? [`  -d ${quoted(printJson(body))}`] : []),
    ...(file ? [`  --data-binary @${file.name}`] : []),
    ...(savesAs ? [`  --fail -o ${savesAs}`] : []),
  ].join(' \\\n')
}
