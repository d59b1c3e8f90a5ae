import { printJson } from '#worker/docs/contract/json.ts'
import type { Sent } from './api-request.ts'

export function go({ method, url, headers, body, file, prints, timeout }: Sent): string {
  const payload = body
    ? `\tbody := strings.NewReader(\`${printJson(body)}\`)\n`
    : file
      ? opened(file.name)
      : ''
  const packages = [
    ...(prints ? ['fmt'] : []),
    'io',
    'log',
    'net/http',
    ...(file ? ['os'] : []),
    ...(body ? ['strings'] : []),
    'time',
  ]
  const set = Object.entries(headers).map(
    ([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})\n`,
  )
  return `package main

import (
${packages.map((name) => `\t"${name}"`).join('\n')}
)

func main() {
${payload}\trequest, err := http.NewRequest("${method}", "${url}", ${body || file ? 'body' : 'nil'})
	if err != nil {
		log.Fatal(err)
	}
${set.join('')}
	client := &http.Client{Timeout: ${timeout} * time.Second}
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()

	result, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 300 {
		log.Fatal(response.Status, " ", string(result), err)
	}${prints ? '\n\tfmt.Println(string(result))' : ''}
}`
}

const opened = (name: string) => `\tbody, err := os.Open("${name}")
	if err != nil {
		log.Fatal(err)
	}
	defer body.Close()
`
